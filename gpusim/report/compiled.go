package report

// This file says what the compiler made of a kernel: the resources it takes, its
// instructions beside the source, and the registers in use along them.

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gpucourse/gpusim/diag"
)

// Compiled is the resources that a kernel compiled for a device takes, as ptxas -v
// reports them.
type Compiled struct {
	Kernel      string           `json:"kernel"`
	Device      string           `json:"device"`
	Target      string           `json:"target"`    // "sm_90"
	Registers   int              `json:"registers"` // per thread
	Limit       int              `json:"register_limit"`
	Predicates  int              `json:"predicates"`
	Uniform     int              `json:"uniform_registers"`
	Barriers    int              `json:"barriers"`
	StackFrame  int              `json:"stack_frame"`  // bytes of local memory per thread
	SpillStores int              `json:"spill_stores"` // bytes, each instruction counted once
	SpillLoads  int              `json:"spill_loads"`
	Shared      int              `json:"shared_static"`
	Constant    int              `json:"constant"`
	Parameters  int              `json:"parameters"`
	LaunchBank  int              `json:"launch_bank"` // bytes of constant bank 0 with the parameters; 0 where parameters lie in shared memory
	Global      int              `json:"global"`
	Locals      []LocalValue     `json:"locals"`
	Functions   []CalledFunction `json:"functions,omitempty"` // functions that are called, not inlined
	Compiler    *Compiler        `json:"compiler,omitempty"`  // nil for the simulator's own front end
	// Stack is the bytes of all stack frames on the deepest path of calls; 0 where a
	// function calls itself, so that the compiler cannot know the depth.
	Stack int `json:"stack"`
}

// CalledFunction is the resources of a function that is called, not inlined.
type CalledFunction struct {
	Name        string `json:"name"`
	Recursive   bool   `json:"recursive"`
	StackFrame  int    `json:"stack_frame"`  // bytes per call
	SpillStores int    `json:"spill_stores"` // bytes, each instruction counted once, with the registers saved for the caller
	SpillLoads  int    `json:"spill_loads"`
}

// LocalValue is a variable or value that lies in local memory, and why.
type LocalValue struct {
	Name    string `json:"name"` // in the source; "" for a value without a name
	Type    string `json:"type"`
	Bytes   int    `json:"bytes"`
	Spilled bool   `json:"spilled"` // registers did not suffice
	File    string `json:"file"`
	Line    int    `json:"line"`
	Why     string `json:"why"`
}

// String returns the resources in the words of ptxas -v, with a line for each value
// in local memory.
func (r Compiled) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "gpusim info    : %d bytes gmem, %d bytes cmem[3]\n", r.Global, r.Constant)
	for _, line := range r.Compiler.Text(Allocation{r.Registers, r.StackFrame, r.SpillStores, r.SpillLoads}) {
		fmt.Fprintf(&b, "gpusim info    : %s\n", line)
	}
	fmt.Fprintf(&b, "gpusim info    : Compiling entry function '%s' for '%s'\n", r.Kernel, r.Target)
	own := CalledFunction{Name: r.Kernel, StackFrame: r.StackFrame, SpillStores: r.SpillStores, SpillLoads: r.SpillLoads}
	for _, f := range append([]CalledFunction{own}, r.Functions...) {
		fmt.Fprintf(&b, "gpusim info    : Function properties for %s\n", f.Name)
		fmt.Fprintf(&b, "    %d bytes stack frame, %d bytes spill stores, %d bytes spill loads\n", f.StackFrame, f.SpillStores, f.SpillLoads)
	}
	if r.unbounded() {
		fmt.Fprintf(&b, "gpusim warning : Stack size for entry function '%s' cannot be statically determined\n", r.Kernel)
	}
	fmt.Fprintf(&b, "gpusim info    : Used %d registers, used %d barriers", r.Registers, r.Barriers)
	if r.Stack > 0 {
		fmt.Fprintf(&b, ", %d bytes cumulative stack size", r.Stack)
	}
	fmt.Fprintf(&b, ", %d bytes smem", r.Shared)
	if r.LaunchBank > 0 {
		fmt.Fprintf(&b, ", %d bytes cmem[0]", r.LaunchBank)
	}
	b.WriteString("\n")
	for _, v := range r.Locals {
		fmt.Fprintf(&b, "    %s\n", v)
	}
	return b.String()
}

// unbounded reports whether a function can call itself.
func (r Compiled) unbounded() bool {
	return slices.ContainsFunc(r.Functions, func(f CalledFunction) bool { return f.Recursive })
}

// String returns one line: what, where, why.
func (v LocalValue) String() string {
	name := v.Name
	if name == "" {
		name = "a value"
	}
	what := fmt.Sprintf("%d bytes of local memory", v.Bytes)
	if v.Spilled {
		what = "spilled"
	}
	return fmt.Sprintf("%s %s (%s): %s; %s", name, v.Type, diag.Pos{File: v.File, Line: v.Line}.Where(), what, v.Why)
}

// CompiledJSON returns the resources of kernels as indented JSON, ended by a newline.
func CompiledJSON(list []Compiled) []byte {
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		panic("BUG: resources have no JSON: " + err.Error())
	}
	return append(text, '\n')
}

// Listing is the instructions of a kernel, in their order, beside the source.
type Listing struct {
	Kernel, Device string
	Rows           []ListingRow
}

// ListingRow is a run of instructions that come from one line of the source. A
// line has several where others' instructions lie between its own.
type ListingRow struct {
	File   string
	Line   int
	Source string   // the line, without the space around it
	Label  string   // where branches to the first instruction go: "L2: for.body"
	Code   []string // the instructions, as Kernel.String prints them
}

// Where names the row's line: "tile.go:12", or "Cell[3]: Line 7".
func (r ListingRow) Where() string { return diag.Pos{File: r.File, Line: r.Line}.Where() }

// listingWidth is how much of a source line the text of a listing shows.
const listingWidth = 48

// String returns the listing as text in two columns, the source left.
func (l Listing) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s\n", l.Kernel, l.Device)
	for _, r := range l.Rows {
		if r.Label != "" {
			fmt.Fprintf(&b, "%*s │ %s\n", listingWidth, "", r.Label)
		}
		left := fmt.Sprintf("%4d  %s", r.Line, strings.ReplaceAll(r.Source, "\t", " "))
		for _, code := range r.Code {
			fmt.Fprintf(&b, "%s │     %s\n", fit(left, listingWidth), code)
			left = ""
		}
	}
	return b.String()
}

// fit makes a text as wide as asked: with spaces, or with its end cut off.
func fit(s string, width int) string {
	s = cut(s, width)
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}

// cut returns a text without its end, marked by "…", where it is wider than asked.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:width-1]) + "…"
}

// LiveRegisters is how many registers a thread uses along a kernel.
type LiveRegisters struct {
	Kernel, Device string
	Registers      int // registers per thread; their order and alignment make them more than ever hold values
	Limit          int // registers per thread that the compiler was allowed
	Points         []LivePoint
	Lines          []LiveLine // in order of file and line
}

// LivePoint is the registers in use around one instruction.
type LivePoint struct {
	Line      int    // of the source
	Instr     string // as Kernel.String prints it
	Registers int
	Values    []string // names in the source of what the registers hold; values without a name are left out
}

// LiveLine is the instruction of a source line around which most registers are
// in use.
type LiveLine struct {
	File   string
	Source string
	LivePoint
}

// BankEntry is something that a kernel finds in a constant bank.
type BankEntry struct {
	Bank, Offset int    // c[Bank][Offset] in machine code; bytes
	Name         string // "gpu.BlockDim", a parameter, or a variable
	Bytes        int
}

// String returns "c[0x0][0x210] n, 4 bytes".
func (e BankEntry) String() string {
	return fmt.Sprintf("c[%#x][%#x] %s, %d bytes", e.Bank, e.Offset, e.Name, e.Bytes)
}

// GlobalLoad is what the compiler found out about a line's loads from one object
// in global memory.
type GlobalLoad struct {
	File    string
	Line    int
	Name    string // of the object
	Uniform bool   // all lanes of a warp use one address, and nothing stores there
	Why     string // it is not uniform; empty when it is
}
