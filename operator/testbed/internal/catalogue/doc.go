// Package catalogue records what real Valkey servers say of their directives and commands, as the data files of lib/conf
// and lib/acl. It starts servers of its own, on loopback and unix sockets, in folders that it removes again.
//
// The same servers always give the same bytes: nothing of the machine, of the time or of the order of answers is in the
// files. What no server tells (units, the grammar of a few directives, the effect of directives that only a file takes)
// stands in facts/, one file a kind of fact, each with its source; everything else is a server's answer.
//
// The package may not decide anything about a menu: it writes what servers know, and lib judges by it.
package catalogue
