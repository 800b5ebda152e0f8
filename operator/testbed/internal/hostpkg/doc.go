// Package hostpkg brings Debian packages of the machine's own release into the cache: downloaded by apt, which checks
// them, and unpacked there. Nothing is installed, so no service starts and no file of the system changes.
package hostpkg
