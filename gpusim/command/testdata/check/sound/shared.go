package sound

import "gpucourse/gpusim/gpu"

// Reverse waits between writing and reading.
//
//gpusim:check -grid 2 -block 64 x=128:ramp
func Reverse(x []float32) {
	s := gpu.Shared[[64]float32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*64+gpu.ThreadIdx.X
	s[t] = x[i]
	gpu.SyncThreads()
	x[i] = s[63-t]
}

// Reduce halves the block.
//
//gpusim:check -grid 1 -block 128 out=1 in=128:ramp
func Reduce(out, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t]
	for d := 64; d > 0; d /= 2 {
		gpu.SyncThreads()
		if t < d {
			s[t] += s[t+d]
		}
	}
	if t == 0 {
		out[0] = s[0]
	}
}

// Scan waits twice in each round.
//
//gpusim:check -grid 1 -block 128 x=128:ramp
func Scan(x []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = x[t]
	for d := 1; d < 128; d *= 2 {
		gpu.SyncThreads()
		v := float32(0)
		if t >= d {
			v = s[t-d]
		}
		gpu.SyncThreads()
		s[t] += v
	}
	x[t] = s[t]
}

// ScanTwice uses two buffers in turn and one barrier in each round.
//
//gpusim:check -grid 1 -block 128 x=128:ramp
func ScanTwice(x []float32) {
	s := gpu.Shared[[2][128]float32]()
	t, from := gpu.ThreadIdx.X, 0
	s[0][t] = x[t]
	for d := 1; d < 128; d *= 2 {
		gpu.SyncThreads()
		v := s[from][t]
		if t >= d {
			v += s[from][t-d]
		}
		s[1-from][t] = v
		from = 1 - from
	}
	x[t] = s[from][t]
}

// ScanTree is a scan in a tree.
//
//gpusim:check -grid 1 -block 64 x=128:ramp
func ScanTree(x []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[2*t], s[2*t+1] = x[2*t], x[2*t+1]
	step := 1
	for d := 64; d > 0; d /= 2 {
		gpu.SyncThreads()
		if t < d {
			s[step*(2*t+2)-1] += s[step*(2*t+1)-1]
		}
		step *= 2
	}
	if t == 0 {
		s[127] = 0
	}
	for d := 1; d < 128; d *= 2 {
		step /= 2
		gpu.SyncThreads()
		if t < d {
			a, b := step*(2*t+1)-1, step*(2*t+2)-1
			s[a], s[b] = s[b], s[b]+s[a]
		}
	}
	gpu.SyncThreads()
	x[2*t], x[2*t+1] = s[2*t], s[2*t+1]
}

// Tiles waits after loading and after using a tile.
//
//gpusim:check -grid 1 -block 64 out=64 in=256:ramp
func Tiles(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	sum := float32(0)
	for tile := range 4 {
		s[t] = in[tile*64+t]
		gpu.SyncThreads()
		for k := range 64 {
			sum += s[k]
		}
		gpu.SyncThreads()
	}
	out[t] = sum
}

// TilesInTurn loads the next tile while it uses this one.
//
//gpusim:check -grid 1 -block 64 out=64 in=256:ramp
func TilesInTurn(out, in []float32) {
	s := gpu.Shared[[2][64]float32]()
	t := gpu.ThreadIdx.X
	sum := float32(0)
	s[0][t] = in[t]
	gpu.SyncThreads()
	for tile := range 4 {
		if tile < 3 {
			s[(tile+1)%2][t] = in[(tile+1)*64+t]
		}
		for k := range 64 {
			sum += s[tile%2][k]
		}
		gpu.SyncThreads()
	}
	out[t] = sum
}

// Product multiplies matrices by tiles.
//
//gpusim:check -grid 2,2 -block 16,16 c=1024 a=1024:rand(1) b=1024:rand(2) n=32
func Product(c, a, b []float32, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][16]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+y, gpu.BlockIdx.X*16+x
	sum := float32(0)
	for k := 0; k < n; k += 16 {
		as[y][x] = a[row*n+k+x]
		bs[y][x] = b[(k+y)*n+col]
		gpu.SyncThreads()
		for j := range 16 {
			sum += as[y][j] * bs[j][x]
		}
		gpu.SyncThreads()
	}
	c[row*n+col] = sum
}

// Transpose pads the rows of its tile.
//
//gpusim:check -grid 2,2 -block 16,16 out=1024 in=1024:ramp
func Transpose(out, in []float32) {
	tile := gpu.Shared[[16][17]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[y][x] = in[(gpu.BlockIdx.Y*16+y)*32+gpu.BlockIdx.X*16+x]
	gpu.SyncThreads()
	out[(gpu.BlockIdx.X*16+y)*32+gpu.BlockIdx.Y*16+x] = tile[x][y]
}

// TransposeRows has fewer threads than elements.
//
//gpusim:check -grid 1 -block 32,8 out=1024 in=1024:ramp
func TransposeRows(out, in []float32) {
	tile := gpu.Shared[[32][33]float32]()
	x := gpu.ThreadIdx.X
	for y := gpu.ThreadIdx.Y; y < 32; y += 8 {
		tile[y][x] = in[y*32+x]
	}
	gpu.SyncThreads()
	for y := gpu.ThreadIdx.Y; y < 32; y += 8 {
		out[y*32+x] = tile[x][y]
	}
}

// Halo loads the edges of its part.
//
//gpusim:check -grid 2 -block 64 out=128 in=128:ramp
func Halo(out, in []float32) {
	s := gpu.Shared[[66]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*64 + t
	s[t+1] = in[i]
	if t == 0 {
		s[0] = in[max(i-1, 0)]
	}
	if t == 63 {
		s[65] = in[min(i+1, len(in)-1)]
	}
	gpu.SyncThreads()
	out[i] = s[t] + s[t+1] + s[t+2]
}

// HaloLoop loads with more rounds than one.
//
//gpusim:check -grid 2 -block 32 out=64 in=80:ramp
func HaloLoop(out, in []float32) {
	s := gpu.Shared[[48]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*32
	for k := t; k < 48; k += 32 {
		s[k] = in[first+k]
	}
	gpu.SyncThreads()
	sum := float32(0)
	for k := range 17 {
		sum += s[t+k]
	}
	out[first+t] = sum
}

// Broadcast hands a value to the block.
//
//gpusim:check -grid 1 -block 64 out=64 in=1:ramp
func Broadcast(out, in []float32) {
	v := gpu.Shared[float32]()
	if gpu.ThreadIdx.X == 0 {
		*v = in[0] + 1
	}
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = *v
}

// LeaderLoop changes a value that the block reads in each round.
//
//gpusim:check -grid 1 -block 64 out=64
func LeaderLoop(out []float32) {
	v := gpu.Shared[float32]()
	sum := float32(0)
	for round := range 4 {
		if gpu.ThreadIdx.X == 0 {
			*v = float32(round)
		}
		gpu.SyncThreads()
		sum += *v
		gpu.SyncThreads()
	}
	out[gpu.ThreadIdx.X] = sum
}

// Parts divides dynamic shared memory.
//
//gpusim:check -grid 1 -block 64 -shared 512 out=64 in=64:ramp
func Parts(out, in []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	s[t], s[64+t] = in[t], 2*in[t]
	gpu.SyncThreads()
	out[t] = s[63-t] + s[127-t]
}

// Bitonic sorts a block.
//
//gpusim:check -grid 1 -block 64 x=64:rand(5)
func Bitonic(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t] = x[t]
	gpu.SyncThreads()
	for size := 2; size <= 64; size *= 2 {
		for d := size / 2; d > 0; d /= 2 {
			if other := t ^ d; other > t {
				a, b := s[t], s[other]
				if (t&size == 0) == (a > b) {
					s[t], s[other] = b, a
				}
			}
			gpu.SyncThreads()
		}
	}
	x[t] = s[t]
}

// OddEven sorts by neighbours.
//
//gpusim:check -grid 1 -block 32 x=64:rand(6)
func OddEven(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t], s[t+32] = x[t], x[t+32]
	for round := range 64 {
		gpu.SyncThreads()
		if i := 2*t + round%2; i < 63 && s[i] > s[i+1] {
			s[i], s[i+1] = s[i+1], s[i]
		}
	}
	gpu.SyncThreads()
	x[t], x[t+32] = s[t], s[t+32]
}

// pair is a value with its place.
type pair struct {
	value float32
	place int32
}

// ArgMax finds the place of the largest value.
//
//gpusim:check -grid 1 -block 64 out=1 in=64:rand(1)
func ArgMax(out []int32, in []float32) {
	s := gpu.Shared[[64]pair]()
	t := gpu.ThreadIdx.X
	s[t] = pair{in[t], int32(t)}
	for d := 32; d > 0; d /= 2 {
		gpu.SyncThreads()
		if t < d && s[t+d].value > s[t].value {
			s[t] = s[t+d]
		}
	}
	if t == 0 {
		out[0] = s[0].place
	}
}

// Flag lets any thread of the block set a flag to the same value with an atomic.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:rand(2)
func Flag(out []int32, in []float32) {
	found := gpu.Shared[int32]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		*found = 0
	}
	gpu.SyncThreads()
	if in[t] > 0.9 {
		gpu.AtomicOr(found, 1)
	}
	gpu.SyncThreads()
	out[t] = *found
}

// Rows gives each warp a row of its own.
//
//gpusim:check -grid 1 -block 32,4 out=128 in=128:ramp
func Rows(out, in []float32) {
	s := gpu.Shared[[4][32]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	s[y][x] = in[y*32+x]
	gpu.SyncWarp()
	out[y*32+x] = s[y][31-x]
}

// ReadOnlyTable reads what the block wrote once, in many rounds.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func ReadOnlyTable(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t]
	gpu.SyncThreads()
	sum := float32(0)
	for k := range 64 {
		sum += s[(t*7+k*3)%64]
	}
	out[t] = sum
}
