// launch K777080 grid=3,1,1 block=12,5,1
func K777080(ou []uint32, ol []int64, of []float32, od []float64, count []int32, iu8 []uint8, ii16 []int16, ii32 []int32, iu32 []uint32, ii64 []int64, if32 []float32, if64 []float64, ipair []pair, if4 []gpu.Float4, ii2 []gpu.Int2, o4 []gpu.Float4, p0 int32, p1 uint32, p2 float32, p3 float64, p4 int64, p5 uint8) {
t := gpu.ThreadIdx.X + gpu.BlockDim.X*(gpu.ThreadIdx.Y+gpu.BlockDim.Y*gpu.ThreadIdx.Z)
g := gpu.BlockIdx.X*60 + t
sint32 := gpu.Shared[[60]int32]()
_ = sint32
sfloat32 := gpu.Shared[[60]float32]()
_ = sfloat32
suint32 := gpu.Shared[[60]uint32]()
_ = suint32
sint64 := gpu.Shared[[60]int64]()
_ = sint64
sfloat64 := gpu.Shared[[60]float64]()
_ = sfloat64
suint8 := gpu.Shared[[60]uint8]()
_ = suint8
tallies := gpu.Shared[[8]int32]()
tile := gpu.Shared[[8][9]float32]()
_ = tile
v1 := gpu.LoadVolatile(&ii32[int(uint64(p0))&63])
v2 := int32(gpu.LaneID())
v3 := ((p2 * p2) * 7)
v4 := gpu.LoadVolatile(&iu32[int(p4)&63])
v5 := ((uint64(int32(gpu.BlockIdx.X)) & uint64(p0)) <= uint64(p5))
v6 := (uint16(uint32(g)) >> (uint32(int32(gpu.LaneID())) & 15))
v7 := ((v3 * 7) + (p2 - p2))
v8 := gpu.Ldg(&iu32[int(p4)&63])
if (choose((int32(gpu.BlockIdx.X) > 2), uint32(int32(gpu.BlockIdx.X)), uint32(int32(gpu.BlockIdx.X))) <= p1) {
{
s9 := iu32[int((p4 &^ p4))&63:]
v8 += sumOf(s9[:len(s9)&7]) + s9[0]
}
}
if ((uint8(small(v7)) - p5) != 16) {
gpu.AtomicAdd(&count[int(int32((int8(p4) / 1)))&7], int32(small(float64(v8))))
v6 &= min((v6 & uint16(v8)), 9)
{
var m10 [3][4]int32
m10[(int((uint8(v1) &^ p5))&15)%3][int(p5)&3] = ii32[int(p4)&63]
m10[1] = m10[(int((int32(t) >> (uint32(v2) & 15)))&15)%3]
v1 = m10[(int((p1 &^ uint32(int32(gpu.BlockIdx.X))))&15)%3][int(uint8(int8(int32(gpu.BlockIdx.X))))&3]
}
if ((uint32(g) % (p1 | 1)) < 31) {
ou[g*12+8] = iu32[int(p5)&63]
}
} else {
v11 := p1
for i13 := range 0 {
_ = i13
v3 = choose(((p1 << 27) <= uint32(g)), float32(p5), min(v3, v3))
v15 := (choose((!v5), (v11 | v8), v11) & uint32(small(if4[int(uint64(v4))&63].Y)))
if v5 {
ol[g*12+10] = (p4 + p4)
}
v4 = v4 ^ v15
}
v8 ^= v11
for i16 := range int(((p5 & p5) - (uint8(v11) % 100)))&7 {
_ = i16
v5 = ((int32(gpu.LaneID()) != v1) && ((p1 &^ uint32(p5)) < 0xdeadbeef))
for i18 := uint8(250); i18 > 20; i18 += 3 {
_ = i18
v6 = v6
}
if (((int8(v11) ^ 7) - int8(int32(gpu.BlockIdx.X))) >= int8(int32(p4))) {
v4, v11 = v11, v4
v20 := uint32((gpu.LoadVolatile(&ii32[int(int32(p1))&63]) & 5))
v4 = v4 ^ v20
}
v6 = uint16(choose((v5 == v5), (^int16(v6)), int16(int32(gpu.LaneID()))))
}
v8 = v8 ^ v11
}
{
var m21 [3][4]int32
m21[(int(int64(int8(p4)))&15)%3][int((uint64(v2) + uint64(p5)))&3] = choose((v5 && v5), v2, v2)
m21[1] = m21[(int(ii64[int(uint8(v1))&63])&15)%3]
v2 = m21[(int((p0 % (int32(v4) | 1)))&15)%3][int((uint64(v2) | uint64(v8)))&3]
}
v2 |= int32(p5)
switch {
case (!(uint32(g) == 32767)):
gpu.AtomicAdd(&count[int(ii64[int(v2)&63])&7], int32(v6))
fallthrough
case (v4 > uint32(p0)):
{
w22 := if4[int((choose(v5, v8, uint32(g)) >> 12))&63]
w22.Y *= gpu.Sqrt(gpu.Abs(float32(int32(gpu.BlockIdx.X))))
v7 = w22.X - w22.Y
o4[g*2+0] = w22
}
default:
if ((iu8[int(uint64(uint32(g)))&63] & 7) < gpu.LoadVolatile(&iu8[int(int32(gpu.BlockIdx.X))&63])) {
of[g*12+8+int(((uint64(v6) * uint64(v1)) / 32767))&3] = float32(p2)
}
switch (min(p4, 9) + 32767) & 7 {
case 0:
v4 = uint32(((int32(v4) - int32(gpu.LaneID())) << 30))
v2 = (int32(small((v7 * 0.5))) & (-int32(t)))
case 1, 2:
if ((gpu.Ldg(&iu32[int(int16(p4))&63]) >> 14) < 0xdeadbeef) {
v1 = (int32(t) & min(max(ii32[int(p1)&63], 2), 100))
} else {
gpu.AtomicAdd(&count[int((iu32[int(p4)&63] & 5))&7], (int32(int32(gpu.BlockIdx.X)) | 1000))
{
s24 := ii32[int(min(p5, p5))&63:]
v2 += sumOf(s24[:len(s24)&7]) + s24[0]
}
od[g*12+8+int(((v8 % 2) ^ choose(v5, v4, v8)))&3] = (math.Floor(float64(int16(p1))) * (p3 - p3))
v7--
}
case 5:
v6 &^= ((v6 / 127) / (uint16(int32(gpu.BlockIdx.X)) | 1))
fallthrough
default:
v25 := (min((int32(gpu.BlockIdx.X) * int32(v6)), 9) & 127)
if (uint32(int32(gpu.LaneID())) < 100) {
v4 = (((v8 << 11) % (p1 | 1)) / ((v4 % (uint32(int32(gpu.LaneID())) | 1)) | 1))
v7 *= choose((p3 != float64(int32(gpu.LaneID()))), (float32(int32(t)) + v7), v3)
{
var m26 [3][4]int32
m26[(int(min(max(uint32(v25), 2), 100))&15)%3][int((int32(gpu.LaneID()) | 7))&3] = int32(small(v3))
for i27 := range m26 {
for j28 := range m26[i27] {
m26[i27][j28] += int32(i27*4+j28)
}
}
v2 = m26[(int((p4 * 255))&15)%3][int((int32(v6) * int32(gpu.BlockIdx.X)))&3]
}
v4 = ((uint32(v6) ^ (v8 ^ 5)) & choose(v5, p1, uint32(v25)))
}
v2 = v2 ^ v25
}
}
v4 = (iu32[int(uint64(v2))&63] | 2)
for k := t; k < 8; k += 60 {
tallies[k] = 0
}
gpu.SyncThreads()
gpu.AtomicAdd(&tallies[int(uint64(ii32[int(uint64(v6))&63]))&7], ((int32(gpu.LaneID()) &^ int32(v4)) + 31))
gpu.SyncThreads()
v2 ^= tallies[int(max(min(p4, p4), 9))&7]
gpu.SyncThreads()
ou[g*12+0] = uint32(v1)
ou[g*12+1] = uint32(v2)
of[g*12+0] = v3
ou[g*12+2] = uint32(v4)
ou[g*12+3] = choose[uint32](v5, 1, 2)
ou[g*12+4] = uint32(v6)
of[g*12+1] = v7
ou[g*12+5] = uint32(v8)
}

