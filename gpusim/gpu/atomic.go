package gpu

// This file holds atomic operations. Each returns what *p held before. A native
// run resumes one thread at a time, so plain reads and writes are atomic there.

import "gpucourse/gpusim/internal/native"

// Integer is what bitwise atomics work on.
type Integer interface {
	~int | ~uint | ~int32 | ~uint32 | ~int64 | ~uint64
}

// Number is what arithmetic atomics and shuffles work on.
type Number interface {
	Integer | ~float32 | ~float64
}

// AtomicAdd adds v to *p. CUDA: atomicAdd(p, v).
func AtomicAdd[T Number](p *T, v T) T { return swap("gpu.AtomicAdd", p, *p+v) }

// AtomicSub subtracts v from *p. CUDA: atomicSub(p, v).
func AtomicSub[T Number](p *T, v T) T { return swap("gpu.AtomicSub", p, *p-v) }

// AtomicMin stores the smaller of *p and v. CUDA: atomicMin(p, v).
func AtomicMin[T Number](p *T, v T) T { return swap("gpu.AtomicMin", p, min(*p, v)) }

// AtomicMax stores the larger of *p and v. CUDA: atomicMax(p, v).
func AtomicMax[T Number](p *T, v T) T { return swap("gpu.AtomicMax", p, max(*p, v)) }

// AtomicAnd stores *p & v. CUDA: atomicAnd(p, v).
func AtomicAnd[T Integer](p *T, v T) T { return swap("gpu.AtomicAnd", p, *p&v) }

// AtomicOr stores *p | v. CUDA: atomicOr(p, v).
func AtomicOr[T Integer](p *T, v T) T { return swap("gpu.AtomicOr", p, *p|v) }

// AtomicXor stores *p ^ v. CUDA: atomicXor(p, v).
func AtomicXor[T Integer](p *T, v T) T { return swap("gpu.AtomicXor", p, *p^v) }

// AtomicExch stores v. CUDA: atomicExch(p, v).
func AtomicExch[T Number](p *T, v T) T { return swap("gpu.AtomicExch", p, v) }

// AtomicCAS stores v if *p holds compare. CUDA: atomicCAS(p, compare, v).
func AtomicCAS[T Number](p *T, compare, v T) T {
	if *p != compare {
		v = *p
	}
	return swap("gpu.AtomicCAS", p, v)
}

// AtomicInc counts *p up, from limit back to 0. CUDA: atomicInc(p, limit).
func AtomicInc(p *uint32, limit uint32) uint32 {
	next := *p + 1
	if *p >= limit {
		next = 0
	}
	return swap("gpu.AtomicInc", p, next)
}

// AtomicDec counts *p down, from 0 back to limit. CUDA: atomicDec(p, limit).
func AtomicDec(p *uint32, limit uint32) uint32 {
	next := *p - 1
	if *p == 0 || *p > limit {
		next = limit
	}
	return swap("gpu.AtomicDec", p, next)
}

func swap[T any](who string, p *T, v T) T {
	native.Self(who)
	old := *p
	*p = v
	return old
}
