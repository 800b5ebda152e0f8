// Package e2e shows on the testbed itself that it is what it claims to be. Its tests need Linux, root and apt, and the
// build tag e2e:
//
//	go -C operator/testbed test -tags e2e -count=1 -v -timeout 25m ./e2e/...
package e2e
