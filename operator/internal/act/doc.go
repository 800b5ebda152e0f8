// Package act carries out what the plan decided: one file a kind of action; two
// kinds that are done the same way share one. An action asks again for what it
// depends on, right before it acts, since the view that it was decided on is
// already old; if that no longer holds it does nothing and says so. Done twice, an
// action is done once.
//
// It decides nothing and logs nothing.
package act
