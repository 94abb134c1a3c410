package diag

// This file is the table of what the checkers of a running kernel find. Tests of
// package gpusim reach each code.

// The codes of checkers.
const (
	SharedRace    Code = "SharedRace"
	GlobalRace    Code = "GlobalRace"
	BlockRace     Code = "BlockRace"
	StoreConflict Code = "StoreConflict"
	SameValueRace Code = "SameValueRace"
	FencedRace    Code = "FencedRace"
)

// checkCodes explains them.
var checkCodes = []Info{
	{Code: SharedRace, Meaning: "Warps of a block use one element of shared memory with no barrier between, and one writes it."},
	{Code: GlobalRace, Meaning: "Warps of a block use one element of global memory with no barrier between, and one writes it."},
	{Code: BlockRace, Meaning: "Blocks use one element of global memory, and one writes it."},
	{Code: StoreConflict, Meaning: "Threads of a warp write different values to one element in one instruction."},
	{Code: SameValueRace, Meaning: "Threads write one value to one element, in no order.", Warning: true},
	{Code: FencedRace, Meaning: "Only fences and a flag can keep two accesses apart.", Warning: true},
}

// CheckCodes explains the codes of checkers.
func CheckCodes() []Info { return checkCodes }

// Warning reports whether the code is worth a look and perhaps no mistake.
func (c Code) Warning() bool {
	for _, info := range checkCodes {
		if info.Code == c {
			return info.Warning
		}
	}
	return false
}
