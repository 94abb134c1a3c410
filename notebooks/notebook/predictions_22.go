package notebook

// bulkPredictions are the rows of chapter 22.
var bulkPredictions = map[string]estimate{
	"copies per tile, Copied": {exact: true, says: map[float64]string{2: "that is for one warp; the block has 8", 512: "a warp executes a copy once for all its lanes", 8: "each warp executes two copies per tile"},
		below: "8 warps execute two copies each", above: "a warp executes a copy once for all its lanes"},
	"copies per tile, Ordered": {exact: true, says: map[float64]string{8: "only thread 0 orders the tile, not a thread of each warp", 256: "only thread 0 orders the tile"},
		below: "thread 0 orders the tile", above: "the tile is one piece of memory, and thread 0 orders it at once"},
	"times as fast, Ordered": {near: 0.1, says: map[float64]string{2: "all threads still wait for each tile", 16: "fewer copies do not shorten the wait for a tile"},
		below: "the same bytes come with about the same latency", above: "all threads still wait for each tile before they go on"},
	"parity of the phase of the sixth tile": {exact: true, says: map[float64]string{0: "the first phase has parity 0, so the second, fourth and sixth have parity 1"},
		below: "a parity is 0 or 1", above: "a parity is 0 or 1: the sixth phase has number 5"},
	"times as fast, Ring": {near: 0.2, says: map[float64]string{3: "DRAM gives no more: three tiles of 8 KB are more than it can bring in one latency", 4: "three tiles are under way at most, and DRAM gives no more", 1: "three tiles share one latency"},
		below: "three tiles share one latency", above: "DRAM gives no more"},
	"times as fast, Producer": {near: 0.2, says: map[float64]string{4: "DRAM gives no more", 1: "four tiles share one latency"},
		below: "its tiles share one latency, as in Ring", above: "DRAM gives no more"},
	"bytes per copy": {near: 0.5, says: map[float64]string{64: "a turn of the thread takes as long for 64 bytes as for 2 KB", 128: "a turn of the thread takes as long for 128 bytes as for 2 KB"},
		below: "up to 2 KB a copy costs a turn of the thread, whatever its size", above: "copies of 4 KB are more than DRAM brings in one turn"},
	"times as fast, ProductRows": {near: 0.2, says: map[float64]string{1: "the unit takes the 64 copies of a step one after another", 2: "the unit takes the 64 copies of a step one after another"},
		below: "the rows come one step ahead, so a part of their time is hidden", above: "the unit takes the 64 copies of a step one after another"},
	"times as fast, OneThread": {near: 0.1, says: map[float64]string{0.5: "24 KB per SM are under way, which is enough for DRAM", 2: "DRAM is the limit of both"},
		below: "24 KB per SM are under way, which is enough for DRAM", above: "DRAM is the limit of both"},
	"times as fast, Boxed": {near: 0.15, says: map[float64]string{0.5: "one order brings a box, as one order brings a packed tile", 2: "both order two pieces per step and read them alike"},
		below: "one order brings a box, and it is given a step ahead", above: "both order two pieces per step and read them alike"},
	"conflicts per word of B in Mixed": {exact: true, says: map[float64]string{0: "the XOR does not touch the words inside of a piece: four lanes share a bank", 31: "the pieces of eight neighbouring rows lie in different banks", 4: "those are the wavefronts; one is needed anyway", 7: "eight rows have their pieces in eight places: 8 banks for 32 lanes"},
		below: "32 lanes use 8 banks", above: "the pieces of eight neighbouring rows lie in different banks"},
}
