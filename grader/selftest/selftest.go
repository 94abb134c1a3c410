// Package selftest tests the rubric and the grader with whole submissions:
//
//	solutions            get full marks, without races
//	stubs                are not started; graded anyway, they are right and miss goals
//	testdata/right       other solutions, which get full marks too
//	testdata/wrong       common mistakes; each gets feedback of its own
//	detours              stubs and attempts, rewritten to mislead a counter; none earns a goal
//	testdata/detours     detours that no rewriting finds
//	mutants              solutions with one edit; all but the survivors lose marks
//	testdata/survivors   mutants that keep full marks, with the reason
//	READMEs              quote real messages, real commands, and the marks of the rubric
package selftest
