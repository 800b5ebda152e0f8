// Command mutants plants faults in the planner, one at a time, and demands that
// its simulator finds each: a patch of lib/plan/testdata/mutants is applied to a
// copy of the planning rooms, and a few hundred seeds run there. It is run in the
// root of the module and prints in how many seeds each fault was found.
package main
