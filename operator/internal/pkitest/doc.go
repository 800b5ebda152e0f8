// Package pkitest makes authorities and has them sign certificates, for tests. No
// program may import it.
package pkitest
