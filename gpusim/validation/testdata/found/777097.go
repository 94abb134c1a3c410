// launch K777097 grid=2,1,1 block=8,4,2
func K777097h1(x2 int32, x3 uint64, x4 uint16) (uint64, float32) {
v5 := float64((int8(small(float64(x2))) + 5))
_ = v5
x4 = (((x4 >> 3) - 1) - uint16(uint32(x3)))
switch int32((uint8(x3) | 1)) & 7 {
case 0:
{
var m6 [3][4]int32
m6[(int((int16(x3) / (int16(x2) | 1)))&15)%3][int(int64(uint64(x2)))&3] = (max(x2, 9) + 16)
r7 := &m6[(int((uint8(x2) << 3))&15)%3]
r7[2] = (int32(x4) - 32767)
x2 = m6[(int(min(max(int16(x2), 2), 100))&15)%3][int((uint32(x3) ^ uint32(x3)))&3]
}
case 1, 2:
v8 := min(int64(choose((x3 > 2), uint8(x2), uint8(x2))), int64((uint32(x2) * uint32(x2))))
_ = v8
var a9 [4]int32
_ = a9
fallthrough
case 5:
x2 *= int32((int64(x4) - 1000))
default:
if ((((x3 > 2) && (x3 > 2)) && (x2 > 2)) || ((int16(x4) & int16(x4)) != 255)) {
v10 := int8((min(int64(x2), int64(x2)) - int64(uint32(x3))))
x2 -= (-(x2 & x2))
v10 *= (min(max(v10, 2), 100) % 2)
}
}
if ((x2 < int32(x4)) || ((x4 > 2) == (x2 > 2))) {
return uint64((uint32(x4) * uint32(x2))), float32(float32(x3))
}
x2 = (choose((x2 > 2), int32(x2), x2) >> ((x3 - 100) & 15))
return (choose((x2 > 2), uint64(x4), uint64(x4)) % (x3 | 1)), gpu.Floor(tame(float32(x4)))
}

func K777097h11(x12 float32, x13 float32, x14 uint8) (int64, uint32) {
for i16 := 0; ; i16++ {
if i16 > 5 || (int16(int32(x14)) >= 7) {
break
}
for i18 := range 0 {
x14 |= (uint8(int32(i16)) | x14)
x14 = min(choose((uint16(x14) >= uint16(int32(i16))), (x14 << 5), uint8(int32(i18))), 9)
x14 += ((x14 ^ 127) << 4)
}
for i21 := range 2 {
_ = i21
x14 *= x14
}
x14++
v23 := choose((uint32(int64(x14)) != uint32(int32(i16))), int64((uint16(int32(i16)) & uint16(int32(i16)))), choose((int32(i16) > 2), int64(int32(i16)), int64(x14)))
_ = v23
v23++
}
if ((x14 > 2) && (int32(x14) < 31)) {
return int64((-int16(x14))), ((uint32(x14) << (uint32(x14) & 15)) + uint32(x14))
}
for i24 := uint32(40); i24 > 1; i24 /= 2 {
if (!(uint32(int32(i24)) < uint32(int32(i24)))) {
v27 := float32((int32(int16(x14)) << 28))
x12 = x12 - v27
} else {
x14 = (uint8(small(float64(x14))) &^ (uint8(int32(i24)) << (uint32(x14) & 15)))
x13 = max(min(choose((x14 > 2), x12, x12), choose((int32(i24) > 2), x13, x12)), float32(tame(x13)))
if ((uint64(x14) >> (uint64(x14) & 15)) > uint64(x14)) {
break
}
x14--
}
}
return int64(x14), (uint32(int32(x14)) << 8)
}

func K777097(ou []uint32, ol []int64, of []float32, od []float64, count []int32, iu8 []uint8, ii16 []int16, ii32 []int32, iu32 []uint32, ii64 []int64, if32 []float32, if64 []float64, ipair []pair, if4 []gpu.Float4, ii2 []gpu.Int2, o4 []gpu.Float4, p0 int32, p1 uint32, p2 float32, p3 float64, p4 int64, p5 uint8) {
t := gpu.ThreadIdx.X + gpu.BlockDim.X*(gpu.ThreadIdx.Y+gpu.BlockDim.Y*gpu.ThreadIdx.Z)
g := gpu.BlockIdx.X*64 + t
sint32 := gpu.Shared[[64]int32]()
_ = sint32
sfloat32 := gpu.Shared[[64]float32]()
_ = sfloat32
suint32 := gpu.Shared[[64]uint32]()
_ = suint32
sint64 := gpu.Shared[[64]int64]()
_ = sint64
sfloat64 := gpu.Shared[[64]float64]()
_ = sfloat64
suint8 := gpu.Shared[[64]uint8]()
_ = suint8
tallies := gpu.Shared[[8]int32]()
_ = tallies
tile := gpu.Shared[[8][9]float32]()
_ = tile
v29 := ii32[int(int64(int32(gpu.LaneID())))&63]
v30 := (^int32(t))
v31 := gpu.Floor(float32(p5))
v32 := (uint32(v29) * 32767)
v33 := (((uint32(g) > 2) != (p4 > 2)) || (int32(gpu.BlockIdx.X) > 2))
v34 := gpu.LoadVolatile(&ii64[int(v32)&63])
v35 := (uint32(uint32(g)) | 5)
v33 = (min(int16(small(p2)), 9) <= 5)
if (((v34 + 127) ^ 3) != 1000) {
if ((int32(v32) & int32(gpu.BlockIdx.X)) > v30) {
ou[g*12+11] = v32
}
}
v36 := ((-uint32(p4)) | 0xdeadbeef)
for i37 := range int((int64(int16(v35)) + 1))&7 {
_ = i37
o4[g*2+0] = gpu.Float4{X: tame((float32(int32(gpu.BlockIdx.X)) * p2)), W: (float32(v34) / -2.75)}
v34 = int64(v29)
}
v32 = uint32((uint32(int16(int32(t))) + 1))
v35 = uint32(((-uint64(int32(gpu.BlockIdx.X))) * 1000))
switch {
case ((v31 * 0.5) <= 7):
v30 = int32(small(((p3 - float64(int32(gpu.LaneID()))) + tame(p3))))
v35 -= (-(^v32))
case (int8(uint64(p5)) != int8(v34)):
v30 = int32(iu8[int(int32(gpu.BlockIdx.X))&63])
default:
gpu.AtomicAdd(&count[int((iu8[int(p4)&63] % (p5 | 1)))&7], ((v29 % (v30 | 1)) / (p0 | 1)))
for i39 := range int(choose((v33 || v33), (int16(p0) * 12345), int16(p0)))&7 {
switch int32(t) & 7 {
case 0:
v33 = (v33 || v33)
{
var m41 [3][4]int32
m41[(int((v29 + 32767))&15)%3][int(ii64[int(v32)&63])&3] = v30
for i42 := range m41 {
for j43 := range m41[i42] {
m41[i42][j43] += int32(i42*4+j43)
}
}
v30 = m41[(int((uint64(int32(i39)) &^ uint64(p1)))&15)%3][int(ii64[int(p5)&63])&3]
}
case 1, 2:
q44 := pair{A: ((p0 ^ 2) << 18), B: tame(if4[int(v30)&63].Z), C: [3]uint16{(uint16(int32(gpu.BlockIdx.X)) & uint16(p5)), 9}}
_ = q44
var a45 [4]int64
_ = a45
case 5:
if ((uint32(g) > uint32(int32(t))) || (v33 || v33)) {
ou[g*12+9] = min(v32, 9)
}
fallthrough
default:
v29 = (min(min(max(v29, 2), 100), choose(v33, int32(t), int32(uint32(g)))) << (v36 ^ v36))
v29 = ii32[int(max(int16(uint32(g)), 9))&63]
}
v32, v36 = v36, ((uint32(int32(gpu.LaneID())) ^ 5) >> (uint64(int32(t)) & 15))
}
}
od[g*12+8+int(uint8((^int8(p4))))&3] = (choose(v33, min(p3, p3), p3) + (p3 * p3))
v30 ^= ((v30 / 12345) / 255)
v34 ^= ((p4 | 31) - int64(int32(t)))
ou[g*12+0] = uint32(v29)
ou[g*12+1] = uint32(v30)
of[g*12+0] = v31
ou[g*12+2] = uint32(v32)
ou[g*12+3] = choose[uint32](v33, 1, 2)
ol[g*12+0] = int64(v34)
ou[g*12+4] = uint32(v35)
ou[g*12+5] = uint32(v36)
}

