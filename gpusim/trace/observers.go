package trace

// This file holds what the executor tells about a launch while it runs.

import "gpucourse/gpusim/arch"

// Observer is what somebody wants to know about a launch: a function per kind of event. A nil
// function costs nothing and hears of nothing. Events of a warp come in program order. Blocks run
// on several goroutines: each has an Observer of its own, which Merge adds to the others.
type Observer struct {
	Access func(*Access) // every access to memory, except loads of parameters
	Phase  func(*Phase)  // what a warp does at a barrier in shared memory; that of a copy comes before its accesses
	Stored func(Stored)  // what a store stores: after its Access, and before memory changes
	// Changed hears of an access after it has changed memory: a store, or an atomic that wrote another value.
	Changed func(Change)
	// Polled hears of the polls of a WaitLoop, after their Access and before memory changes. The function says whether
	// a lane would leave the loop with another value in place of the one that it reads, where that is known.
	Polled func(a *Access, leaves func(lane int, value uint64) (leaves, known bool))

	Barrier  func(Event)                // a warp starts to wait at a barrier of its block
	SyncWarp func(Event)                // the lanes wait for each other; they include lanes that have exited
	Fence    func(e Event, device bool) // for the whole device, or only for the block
	// What follows concerns barriers of some warps, copies without registers, barriers in shared memory (mbarrier) and
	// clusters.
	BarArrive func(e Event, number int)     // the warp counts at a numbered barrier and does not wait
	Met       func(Meeting)                 // the warps that waited at a barrier of the block go on
	Copied    func(SharedCopy)              // a copy reads or writes shared memory, before it counts at its barrier
	Grouped   func(e Event, n int)          // a group of copies or products is closed, or n may be under way when the warp goes on
	Arrived   func(Arrival)                 // a barrier in shared memory has changed
	Awaited   func(e Event, barrier uint64) // the lanes have seen the end of a phase
	Clustered func(Event)                   // the warp arrives at the barrier of the cluster, or waits for it from now on
	Ended     func(Event)                   // the lanes end

	Undefined func(e Event, from int)     // a lane uses the undefined value that a shuffle gave the lane of e, which named the lane from
	Unset     func(Event)                 // the lanes read a variable that they never set, in a kernel compiled for checkers
	Decided   func(e Event, holds Mask)   // a comparison, or a predicate of others, is true for some lanes; min and max compare, too
	Apart     func(Distance)              // the same, with how far each lane is from the other side
	Match     func(e Event, values int)   // how many different values a match must look for; a match of all lanes looks for one
	Flow      func(Event)                 // the warp executes the instruction and those behind it, up to the next terminator or call
	Turn      func(e Event, again bool)   // the active lanes are at the head of a WaitLoop: again if they have made a whole turn
	Leave     func(Event)                 // the active lanes stop in front of the instruction; the next Flow says where other lanes continue
	Diverge   func(Event)                 // the active lanes disagree at the branch: some of them wait while others run
	Steps     func(block int) func(*Step) // returns who receives the steps of a block; nil: nobody
	Suspend   func(block int)             // the block waits for other blocks, whose accesses come before its next one

	Merge   func() // the launch has ended without an error; workers are merged one by one, in an order that does not depend on scheduling
	Discard func() // nothing that was seen counts, because the launch starts again
}

// Event is what a warp did at an instruction.
type Event struct {
	Block, Warp int   // linear index in the grid, and in the block
	PC          int32 // index of the instruction in the program
	Lanes       Mask  // the active lanes, where nothing else is said
}

// Meeting is the end of a barrier of the block.
type Meeting struct {
	Block, Number int
	Warps         Mask // that waited, by their index in the block
}

// SharedCopy is the part of a copy without registers in shared memory of one block. Addresses are as in an Access of the cluster.
type SharedCopy struct {
	Event          // Lanes is the one that executes it
	Shared  uint64 // address
	Bytes   int
	Writes  bool   // it writes there, else it reads
	Barrier uint64 // that counts the bytes, where Counted
	Counted bool   // else it belongs to a group
}

// Arrival is a change of a barrier in shared memory by a lane, or by a copy that the lane has begun.
type Arrival struct {
	Event          // Lanes is the one
	Barrier uint64 // address, as in an Access of the cluster
	Over    bool   // the phase is over
}

// Phase is what a warp does at a barrier in shared memory (mbarrier), where its lanes do the same. The
// instruction says whether the barrier begins, is changed, or is awaited.
type Phase struct {
	PC          int32
	Block, Warp int
	Address     uint64 // of the barrier, as the kernel has it: above the block's own memory lies that of other blocks of its cluster
	Arrivals    int64  // of all lanes; of a barrier that begins, those of each phase
	Bytes       int64  // that the phase waits for from now on; of a copy, those that it will bring
	Parity      uint64 // of the phase that is awaited
}

// Distance says how far what lanes compare is from the other outcome: by how much an operand would
// have to change, 0 where the outcome would be the other one already. A predicate of others is as
// far as these are together. It is infinite where that is unknown.
type Distance struct {
	Event
	Holds Mask
	Far   *[arch.MaxLanes]float64
}

// Stored is one element that a store stores. A vector has several.
type Stored struct {
	*Access
	Offset, Bytes int    // of the element, in each lane's share of the access
	Values        *Lanes // as bits
}

// Step is a warp's passage through a basic block: Instrs instructions from PC on. Steps of a
// warp come in its order; one that a barrier interrupts is one step.
type Step struct {
	PC, Instrs int
	Active     Mask
	Warp       int // in the block
}

// Join returns an Observer that passes each event to all of some observers, in their order.
func Join(all ...Observer) (o Observer) {
	for _, next := range all {
		o = Observer{
			Access:    join(o.Access, next.Access),
			Phase:     join(o.Phase, next.Phase),
			Stored:    join(o.Stored, next.Stored),
			Changed:   join(o.Changed, next.Changed),
			Polled:    join2(o.Polled, next.Polled),
			Barrier:   join(o.Barrier, next.Barrier),
			SyncWarp:  join(o.SyncWarp, next.SyncWarp),
			Fence:     join2(o.Fence, next.Fence),
			BarArrive: join2(o.BarArrive, next.BarArrive),
			Met:       join(o.Met, next.Met),
			Copied:    join(o.Copied, next.Copied),
			Grouped:   join2(o.Grouped, next.Grouped),
			Arrived:   join(o.Arrived, next.Arrived),
			Awaited:   join2(o.Awaited, next.Awaited),
			Clustered: join(o.Clustered, next.Clustered),
			Ended:     join(o.Ended, next.Ended),
			Undefined: join2(o.Undefined, next.Undefined),
			Unset:     join(o.Unset, next.Unset),
			Decided:   join2(o.Decided, next.Decided),
			Apart:     join(o.Apart, next.Apart),
			Match:     join2(o.Match, next.Match),
			Flow:      join(o.Flow, next.Flow),
			Turn:      join2(o.Turn, next.Turn),
			Leave:     join(o.Leave, next.Leave),
			Diverge:   join(o.Diverge, next.Diverge),
			Steps:     joinSteps(o.Steps, next.Steps),
			Suspend:   join(o.Suspend, next.Suspend),
			Merge:     join0(o.Merge, next.Merge),
			Discard:   join0(o.Discard, next.Discard),
		}
	}
	return o
}

func join0(f, g func()) func() {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func() { f(); g() }
}

func join[E any](f, g func(E)) func(E) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(e E) { f(e); g(e) }
}

func join2[E, V any](f, g func(E, V)) func(E, V) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(e E, v V) { f(e, v); g(e, v) }
}

func joinSteps(f, g func(int) func(*Step)) func(int) func(*Step) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(block int) func(*Step) { return join(f(block), g(block)) }
}
