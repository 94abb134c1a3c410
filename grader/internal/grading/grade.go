// Package grading grades submissions. A kernel goes through these steps, and the first
// mistake ends its grading:
//
//	read      the file is Go, of the right package, with the right functions
//	compare   a kernel that is the same code as its stub is not started
//	compile   gpusim compiles the kernel, or refuses it with reasons
//	run       every size runs twice, and checkers watch; each array must hold what plain Go
//	          computes. In the second run inputs are others, slices have their exact length, and
//	          blocks run in another order
//	measure   counters of the largest size, and cycles of a launch that keeps all SMs busy,
//	          are compared with the goals
//
// Only the last step reports more than one mistake: one per missed goal. Wrong results
// and races earn no marks, however fast the kernel is. When a result is wrong and a
// checker finds a cause, the cause is reported first.
//
// The seed of inputs, sizes and orders follows from the code of the kernel. The same code
// is graded the same way every time, and answers kept in a table change the questions.
//
// A plan, a list of host calls, and a host program have steps of their own; they are in plans.go and programs.go.
//
// Kernels run in the simulator only, so a submission reaches nothing but the arrays of
// its launch. The same submission gets the same feedback, byte for byte.
package grading

import (
	"slices"
	"sync"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Grader grades submissions with a simulator.
type Grader struct {
	Simulator simulator.Simulator
	// Untouched makes Grade run kernels and plans that are still the stub's.
	Untouched bool
	// Seed draws inputs and sizes; 0 takes the seed from the code of each kernel.
	Seed uint64
	// Secret is an instructor's: mixed with the code of each kernel it gives the seed. 0
	// mixes nothing.
	Secret uint64
	// Only names the kernels and plans to grade; nil is all.
	Only []string
	// PassOrFail stops at the first missed goal. The state and the feedback of a verdict
	// that is not Done may then be incomplete.
	PassOrFail bool
	// Differences adds the elements around a wrong one to a verdict, each with the thread
	// that wrote it. That takes a launch per element.
	Differences bool
	// Instructions is a lower limit on the warp instructions of a launch that is not
	// timed; 0 is the usual limit.
	Instructions uint64
}

// New returns a grader with the course's simulators.
func New() *Grader { return &Grader{Simulator: simulator.New()} }

// Grade grades the submission of an exercise in a folder: one verdict per kernel and
// plan of the row, in its order. Those that Only leaves out have none.
func (g *Grader) Grade(e *rubric.Exercise, folder string) []*verdict.Verdict {
	return g.GradeEach(e, folder, func(int, *verdict.Verdict) {})
}

// GradeEach grades as Grade does. It calls done with the index of each verdict that is
// complete, one call at a time.
func (g *Grader) GradeEach(e *rubric.Exercise, folder string, done func(int, *verdict.Verdict)) []*verdict.Verdict {
	verdicts := NewVerdicts(e, g.Only)
	sub, feedback := source.Read(folder, e.Package)
	if feedback != nil {
		for i, v := range verdicts {
			v.Stop(verdict.Invalid, feedback)
			done(i, v)
		}
		return verdicts
	}
	s := &submission{Grader: g, exercise: e, source: sub, stub: source.Stub(e), timed: map[string]chan *simulator.Counters{}}
	s.gradeAll(verdicts, done)
	return verdicts
}

// gradeAll grades kernels and plans. All are checked and then compiled in their order, before
// the first one runs: when one of them takes more memory than the process has, the verdicts
// of those before it are known.
func (s *submission) gradeAll(verdicts []*verdict.Verdict, done func(int, *verdict.Verdict)) {
	next := make([]step, len(verdicts))
	for i, v := range verdicts {
		next[i] = s.first(v)
	}
	const inOrder = 2 // steps
	for range inOrder {
		for i, v := range verdicts {
			if next[i] == nil {
				continue
			}
			if next[i] = next[i](); next[i] == nil {
				done(i, v)
			}
		}
	}
	var running sync.WaitGroup
	var telling sync.Mutex
	for i, v := range verdicts {
		if next[i] == nil {
			continue
		}
		running.Go(func() {
			next[i].finish()
			telling.Lock()
			defer telling.Unlock()
			done(i, v)
		})
	}
	running.Wait()
}

// step is a part of grading a kernel or plan. It returns the next one, nil when the verdict
// is complete.
type step func() step

// finish takes all steps that are left.
func (s step) finish() {
	for s != nil {
		s = s()
	}
}

// GradeFile grades the only kernel of a row in a file of any name and package, such as the
// program of a notebook, by the steps of Grade. stub is the source that is not started.
func (g *Grader) GradeFile(e *rubric.Exercise, file string, stub []byte) *verdict.Verdict {
	v := NewVerdicts(e, nil)[0]
	sub, feedback := source.ReadFile(file)
	if feedback != nil {
		v.Stop(verdict.Invalid, feedback)
		return v
	}
	given, err := source.Parse(source.KernelFile, stub)
	if err != nil {
		panic("BUG: the stub of " + e.Name + ": " + err.Error())
	}
	s := &submission{Grader: g, exercise: e, source: sub, stub: given, timed: map[string]chan *simulator.Counters{}}
	s.first(v).finish()
	return v
}

// first returns the first step of the kernel or plan of a verdict.
func (s *submission) first(v *verdict.Verdict) step {
	for i := range s.exercise.Kernels {
		if k := &s.exercise.Kernels[i]; k.Name == v.Kernel {
			return func() step { return s.checkKernel(v, k) }
		}
	}
	for i := range s.exercise.Programs {
		if p := &s.exercise.Programs[i]; p.Name == v.Kernel {
			return func() step { return s.checkProgram(v, p) }
		}
	}
	i := slices.IndexFunc(s.exercise.Plans, func(p rubric.Plan) bool { return p.Name == v.Kernel })
	return func() step { return s.checkPlan(v, &s.exercise.Plans[i]) }
}

// NewVerdicts returns an empty verdict per kernel and plan, or for those of the names in
// only, if it is not nil.
func NewVerdicts(e *rubric.Exercise, only []string) []*verdict.Verdict {
	var verdicts []*verdict.Verdict
	add := func(name string, goals int) {
		if only == nil || slices.Contains(only, name) {
			verdicts = append(verdicts, &verdict.Verdict{Exercise: e.Name, Kernel: name, GoalsMax: goals})
		}
	}
	for _, k := range e.Kernels {
		add(k.Name, len(k.Goals))
	}
	for _, p := range e.Plans {
		add(p.Name, len(p.Goals))
	}
	for _, p := range e.Programs {
		add(p.Name, len(p.Goals))
	}
	return verdicts
}

// submission is a submission with its exercise.
type submission struct {
	*Grader
	exercise *rubric.Exercise
	source   *source.Submission
	stub     *source.Submission
	// timed receives what the timed launch of a kernel that runs has counted, nil if it made none. The
	// explanation of the kernel takes it.
	timed map[string]chan *simulator.Counters
}

// begun reports whether there is something to grade of a kernel, plan or program. Otherwise its verdict says so: wrong
// is feedback on its declaration, and the stub's code is not started.
func (s *submission) begun(v *verdict.Verdict, wrong *verdict.Feedback) bool {
	v.Code = s.source.Code(v.Kernel)
	switch {
	case wrong != nil:
		v.Stop(verdict.Invalid, wrong)
	case !s.Untouched && s.source.Same(s.stub, v.Kernel):
		v.State = verdict.NotStarted
	default:
		return true
	}
	return false
}

// seed returns the seed of a kernel's inputs and sizes.
func (s *submission) seed(kernel string) uint64 {
	switch {
	case s.Seed > 0:
		return s.Seed
	case s.Secret > 0:
		return s.source.SeedWith(s.Secret, kernel)
	}
	return s.source.Seed(kernel)
}

func (s *submission) checkKernel(v *verdict.Verdict, k *rubric.Kernel) step {
	if !s.begun(v, s.source.Check(k)) {
		return nil
	}
	return func() step { return s.compileKernel(v, k) }
}

func (s *submission) compileKernel(v *verdict.Verdict, k *rubric.Kernel) step {
	program, err := s.Simulator.Load(s.exercise.Device, s.source.File, k.Name)
	if err != nil {
		f := simulator.Feedback(err)
		f.Notes = append(f.Notes, s.source.Ignored()...)
		v.Stop(verdict.Invalid, f)
		return nil
	}
	if code, ok := program.(simulator.Compiled); ok {
		v.Compiled, v.Instructions = code.Fingerprint()
	}
	timed := make(chan *simulator.Counters, 1)
	s.timed[k.Name] = timed
	return func() step {
		timed <- s.runKernel(v, k, program)
		return nil
	}
}

// runKernel returns what the timed launch of a right kernel has counted, or nil.
func (s *submission) runKernel(v *verdict.Verdict, k *rubric.Kernel, program simulator.Program) *simulator.Counters {
	seed, numbers := s.seed(k.Name), s.source.Constants(k.Name)
	t := &trial{
		kernel: k, program: program, options: s.Grader, home: s.source.LineOf(k.Name),
		seed: seed, sizes: k.SizesFor(seed), numbers: numbers, decided: newDecisions(program),
	}
	goals, missed, wrong := t.run()
	if wrong != nil {
		v.Difference = t.difference
		v.Stop(verdict.Wrong, wrong)
		return nil
	}
	v.Measure(goals, missed)
	v.Counters, v.Size = t.counters(), k.Describe(t.largest())
	return t.measured.cycles
}
