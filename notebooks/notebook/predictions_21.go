package notebook

// modernPredictions are the rows of chapters 21 and later.
var modernPredictions = map[string]estimate{
	// 21
	"times as fast": {near: 0.1, says: map[float64]string{2: "the thread still waits for each tile", 4: "fewer instructions do not help a kernel that waits"},
		below: "the same bytes come with the same latency", above: "the thread still waits for each tile before it goes on"},
	"copies per warp and tile": {exact: true, says: map[float64]string{4: "a copy brings four numbers per lane", 32: "a warp executes a copy once for all its lanes", 8: "that is for the whole block"},
		below: "each warp brings a part of the tile", above: "8 warps × 32 lanes × 4 numbers are the tile of 1024 numbers"},
	"own words of thread 0": {exact: true, says: map[float64]string{4: "thread t copies words 4t to 4t + 3, and reads others", 0: "thread 0 copies words 0 to 3"},
		below: "thread 0 copies words 0 to 3, and reads word 0", above: "thread 0 copies words 0 to 3; 256, 512 and 768 are those of other threads"},
	"times as fast, Two": {near: 0.15, says: map[float64]string{2: "one tile is under way at a time, as in Copied"},
		below: "it waits no more than Loaded", above: "one tile is under way at a time, as in Copied"},
	"times as fast, Four": {near: 0.25, says: map[float64]string{4: "three tiles are under way, and the last waits take as long as before", 1: "three tiles share one latency"},
		below: "three tiles share one latency", above: "three tiles are under way at most"},
	"times as fast, Eight": {near: 0.25, says: map[float64]string{8: "DRAM gives no more: seven tiles are more than it can bring in one latency", 7: "DRAM gives no more: seven tiles are more than it can bring in one latency"},
		below: "seven tiles share one latency", above: "DRAM gives no more"},
	"KB per SM": {near: 0.5, says: map[float64]string{4: "one tile under way is far from enough", 64: "DRAM gives no more long before"},
		below: "bytes under way ÷ latency is still less than DRAM gives", above: "DRAM gives no more before that"},
	"sectors, Wide": {near: 0.03, says: map[float64]string{1: "a sector that lands in two pieces of 32 bytes is brought twice", 2: "only every other row begins 16 bytes off", 1.125: "the padding itself is not copied"},
		below: "every other row begins 16 bytes off", above: "every other row begins at a multiple of 32 bytes"},
	"sectors, Swizzled": {near: 0.03, says: map[float64]string{1.5: "the rows are 128 bytes apart, so that none begins 16 bytes off", 2: "the two halves of a sector stay side by side"},
		below: "each sector is brought once", above: "the two halves of a sector stay side by side"},
	"times as fast, ProductAhead": {near: 0.15, says: map[float64]string{2: "64 warps per SM hide the latency already"},
		below: "it waits less, and executes more instructions", above: "64 warps per SM hide the latency already"},
	"times as fast, Four with 8 blocks per SM": {near: 0.15, says: map[float64]string{2: "eight blocks keep 32 KB under way without stages"},
		below: "it reads the same bytes at the same rate", above: "eight blocks keep 32 KB under way without stages"},
	"zeros": {exact: true, says: map[float64]string{1: "the tile has 1024 words", 4: "the last thread still reads two numbers", 0: "the array ends two words before the tile"},
		below: "the tile has 1024 words, the array 1022 numbers", above: "the tile has 1024 words, the array 1022 numbers"},
}
