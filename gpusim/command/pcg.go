package command

// This file begins a generator of random numbers in the middle: large arrays are filled piece by piece.

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// uint128 is a number of 128 bits.
type uint128 struct{ high, low uint64 }

// The generator's state x becomes pcgFactor·x + pcgSum (math/rand/v2, PCG.next).
var (
	pcgFactor = uint128{2549297995355413924, 4865540595714422341}
	pcgSum    = uint128{6364136223846793005, 1442695040888963407}
)

func (a uint128) plus(b uint128) uint128 {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return uint128{high, low}
}

func (a uint128) times(b uint128) uint128 {
	high, low := bits.Mul64(a.low, b.low)
	return uint128{high + a.high*b.low + a.low*b.high, low}
}

// pcgAt returns rand.NewPCG(seed, 0) after n numbers. The steps of the state are combined as powers are: two steps of
// f·x + s are one step of f²·x + (f+1)·s.
func pcgAt(seed, n uint64) *rand.PCG {
	state, factor, sum := uint128{high: seed}, pcgFactor, pcgSum
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			state = state.times(factor).plus(sum)
		}
		sum = factor.plus(uint128{low: 1}).times(sum)
		factor = factor.times(factor)
	}
	text := []byte("pcg:")
	text = binary.BigEndian.AppendUint64(text, state.high)
	text = binary.BigEndian.AppendUint64(text, state.low)
	p := new(rand.PCG)
	if err := p.UnmarshalBinary(text); err != nil {
		panic("BUG: " + err.Error())
	}
	return p
}
