#include "textflag.h"

// The loops of floats_amd64.go: arch.MaxLanes = 32 lanes, 8 of 32 bits in a vector register. Results are stored only
// when none is NaN.

// STORE stores Y4 to Y7 at DI unless a lane is NaN, and returns whether one is in result.
#define STORE(result) \
	VCMPPS $3, Y4, Y4, Y8 \
	VCMPPS $3, Y5, Y5, Y9 \
	VCMPPS $3, Y6, Y6, Y10 \
	VCMPPS $3, Y7, Y7, Y11 \
	VORPS Y8, Y9, Y8 \
	VORPS Y10, Y11, Y10 \
	VORPS Y8, Y10, Y8 \
	VMOVMSKPS Y8, AX \
	TESTL AX, AX \
	JNE nan \
	VMOVUPS Y4, (DI) \
	VMOVUPS Y5, 32(DI) \
	VMOVUPS Y6, 64(DI) \
	VMOVUPS Y7, 96(DI) \
	VZEROUPPER \
	MOVB $0, result \
	RET \
nan: \
	VZEROUPPER \
	MOVB $1, result \
	RET

// LOAD loads the lanes at an address into Y4 to Y7.
#define LOAD(from) \
	VMOVUPS (from), Y4 \
	VMOVUPS 32(from), Y5 \
	VMOVUPS 64(from), Y6 \
	VMOVUPS 96(from), Y7

// LANES computes Y4 to Y7 from themselves and the lanes at DX.
#define LANES(OP) \
	OP (DX), Y4, Y4 \
	OP 32(DX), Y5, Y5 \
	OP 64(DX), Y6, Y6 \
	OP 96(DX), Y7, Y7

// SCALAR computes Y4 to Y7 from themselves and Y0.
#define SCALAR(OP) \
	OP Y0, Y4, Y4 \
	OP Y0, Y5, Y5 \
	OP Y0, Y6, Y6 \
	OP Y0, Y7, Y7

// func fma32AVX(d, a, b, c *lanes[float32]) (nan bool)
TEXT ·fma32AVX(SB), NOSPLIT, $0-33
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), CX
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMOVUPS 64(SI), Y2
	VMOVUPS 96(SI), Y3
	LOAD(CX)
	VFMADD231PS (DX), Y0, Y4
	VFMADD231PS 32(DX), Y1, Y5
	VFMADD231PS 64(DX), Y2, Y6
	VFMADD231PS 96(DX), Y3, Y7
	STORE(nan+32(FP))

// func fma32ScalarAVX(d *lanes[float32], a float32, b, c *lanes[float32]) (nan bool)
TEXT ·fma32ScalarAVX(SB), NOSPLIT, $0-33
	MOVQ d+0(FP), DI
	VBROADCASTSS a+8(FP), Y0
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), CX
	LOAD(CX)
	VFMADD231PS (DX), Y0, Y4
	VFMADD231PS 32(DX), Y0, Y5
	VFMADD231PS 64(DX), Y0, Y6
	VFMADD231PS 96(DX), Y0, Y7
	STORE(nan+32(FP))

// func add32AVX(d, a, b *lanes[float32]) (nan bool)
TEXT ·add32AVX(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	LOAD(SI)
	LANES(VADDPS)
	STORE(nan+24(FP))

// func add32ScalarAVX(d, a *lanes[float32], b float32) (nan bool)
TEXT ·add32ScalarAVX(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	VBROADCASTSS b+16(FP), Y0
	LOAD(SI)
	SCALAR(VADDPS)
	STORE(nan+24(FP))

// func sub32AVX(d, a, b *lanes[float32]) (nan bool)
TEXT ·sub32AVX(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	LOAD(SI)
	LANES(VSUBPS)
	STORE(nan+24(FP))

// func mul32AVX(d, a, b *lanes[float32]) (nan bool)
TEXT ·mul32AVX(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	LOAD(SI)
	LANES(VMULPS)
	STORE(nan+24(FP))

// func mul32ScalarAVX(d, a *lanes[float32], b float32) (nan bool)
TEXT ·mul32ScalarAVX(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	VBROADCASTSS b+16(FP), Y0
	LOAD(SI)
	SCALAR(VMULPS)
	STORE(nan+24(FP))
