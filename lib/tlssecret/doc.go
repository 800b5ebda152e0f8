// Package tlssecret judges the Secret that a TLS cluster serves from: keys,
// PEM, certificate, private key and names. The offline tool and the operator
// share its texts.
//
// It has no clock, so a certificate that has expired is as good as any other,
// and it verifies no signature: who issued the certificate is the business of
// those who trust ca.crt. It never puts contents of the Secret in a message.
package tlssecret
