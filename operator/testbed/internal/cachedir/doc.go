// Package cachedir fills a folder of the cache once, so that a crash leaves nothing that looks finished and two runs at
// once do the work once.
package cachedir
