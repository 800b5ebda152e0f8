// Package config holds the functionConfig kinds of fn.valkey.gomomento.com and
// reads them strictly: an unknown field is an error that names its place and
// the field that was probably meant.
//
// It reads no file and runs nothing.
package config
