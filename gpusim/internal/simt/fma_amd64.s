#include "textflag.h"

// The loops of fma_amd64.go: arch.MaxLanes = 32 lanes, 8 of 32 bits or 4 of
// 64 bits in a vector register. Results are stored only when none is NaN.

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
	VMOVUPS (CX), Y4
	VMOVUPS 32(CX), Y5
	VMOVUPS 64(CX), Y6
	VMOVUPS 96(CX), Y7
	VFMADD231PS (DX), Y0, Y4
	VFMADD231PS 32(DX), Y1, Y5
	VFMADD231PS 64(DX), Y2, Y6
	VFMADD231PS 96(DX), Y3, Y7
	JMP store32<>(SB)

// func fma32ScalarAVX(d *lanes[float32], a float32, b, c *lanes[float32]) (nan bool)
TEXT ·fma32ScalarAVX(SB), NOSPLIT, $0-33
	MOVQ d+0(FP), DI
	VBROADCASTSS a+8(FP), Y0
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), CX
	VMOVUPS (CX), Y4
	VMOVUPS 32(CX), Y5
	VMOVUPS 64(CX), Y6
	VMOVUPS 96(CX), Y7
	VFMADD231PS (DX), Y0, Y4
	VFMADD231PS 32(DX), Y0, Y5
	VFMADD231PS 64(DX), Y0, Y6
	VFMADD231PS 96(DX), Y0, Y7
	JMP store32<>(SB)

// store32 stores Y4 to Y7 at DI unless a lane is NaN. Both callers have the
// same frame, whose result it sets.
TEXT store32<>(SB), NOSPLIT, $0-33
	VCMPPS $3, Y4, Y4, Y8
	VCMPPS $3, Y5, Y5, Y9
	VCMPPS $3, Y6, Y6, Y10
	VCMPPS $3, Y7, Y7, Y11
	VORPS Y8, Y9, Y8
	VORPS Y10, Y11, Y10
	VORPS Y8, Y10, Y8
	VMOVMSKPS Y8, AX
	TESTL AX, AX
	JNE nan
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 32(DI)
	VMOVUPS Y6, 64(DI)
	VMOVUPS Y7, 96(DI)
	VZEROUPPER
	MOVB $0, ret+32(FP)
	RET
nan:
	VZEROUPPER
	MOVB $1, ret+32(FP)
	RET
