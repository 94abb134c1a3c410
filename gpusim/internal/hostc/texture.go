package hostc

// This file is the textures that a program makes.

// Texture is a texture that an argument of a launch names, in the words of cudaTextureDesc.
type Texture struct {
	Width, Height    int // texels; Height is 0 for one row
	Address          int // mode: one of the constants below
	Linear           bool
	Normalized       bool
	ReadAsFloat      bool
	Bits             int // of a channel
	Signed, Floating bool
	At               uint64 // where the texels are
}

// Address modes, as cudaTextureAddressMode numbers them.
const (
	AddressWrap = iota
	AddressClamp
	AddressMirror
	AddressBorder
)

// Kinds of channels, as cudaChannelFormatKind numbers them.
const (
	kindSigned = iota
	kindUnsigned
	kindFloat
)

// Kinds of resources, as cudaResourceType numbers them.
const (
	resourceArray  = 0
	resourceLinear = 2
	resourcePitch  = 3
)

// textureArray is what cudaMallocArray made at an address.
type textureArray struct {
	width, height int
	channel       [5]int // cudaChannelFormatDesc
}

// The structs of textures.
var (
	channelType = recordOf("cudaChannelFormatDesc", []field{{name: "x", t: intType}, {name: "y", t: intType}, {name: "z", t: intType}, {name: "w", t: intType}, {name: "f", t: intType}})
	address     = pointerTo(voidType)
	linearType  = recordOf("", []field{{name: "devPtr", t: address}, {name: "desc", t: channelType}, {name: "sizeInBytes", t: sizeType}})
	pitch2DType = recordOf("", []field{{name: "devPtr", t: address}, {name: "desc", t: channelType}, {name: "width", t: sizeType}, {name: "height", t: sizeType}, {name: "pitchInBytes", t: sizeType}})

	resourceType = recordOf("cudaResourceDesc", []field{{name: "resType", t: intType}, {name: "res", t: unionOf([]field{
		{name: "array", t: recordOf("", []field{{name: "array", t: address}})},
		{name: "mipmap", t: recordOf("", []field{{name: "mipmap", t: address}})},
		{name: "linear", t: linearType}, {name: "pitch2D", t: pitch2DType}, {name: "reserved", t: arrayOf(intType, 32)},
	})}, {name: "flags", t: uintType}})

	textureType = recordOf("cudaTextureDesc", []field{
		{name: "addressMode", t: arrayOf(intType, 3)}, {name: "filterMode", t: intType}, {name: "readMode", t: intType}, {name: "sRGB", t: intType},
		{name: "borderColor", t: arrayOf(floatType, 4)}, {name: "normalizedCoords", t: intType}, {name: "maxAnisotropy", t: uintType}, {name: "mipmapFilterMode", t: intType},
		{name: "mipmapLevelBias", t: floatType}, {name: "minMipmapLevelClamp", t: floatType}, {name: "maxMipmapLevelClamp", t: floatType},
		{name: "disableTrilinearOptimization", t: intType}, {name: "seamlessCubemap", t: intType},
	})
)

// unionOf places fields at one place.
func unionOf(fields []field) *typ {
	u := &typ{kind: record, fields: fields}
	for i := range fields {
		u.size, u.align = max(u.size, fields[i].t.size), max(u.align, fields[i].t.align)
	}
	return u
}

func init() {
	for _, t := range []*typ{channelType, resourceType, textureType} {
		basicTypes[t.name] = t
	}
	basicTypes["cudaArray_t"], basicTypes["cudaArray_const_t"], basicTypes["cudaMipmappedArray_t"] = address, address, address
	basicTypes["cudaArray"] = voidType
	for i, names := range [][]string{
		{"cudaAddressModeWrap", "cudaFilterModePoint", "cudaReadModeElementType", "cudaResourceTypeArray", "cudaChannelFormatKindSigned", "cudaArrayDefault"},
		{"cudaAddressModeClamp", "cudaFilterModeLinear", "cudaReadModeNormalizedFloat", "cudaResourceTypeMipmappedArray", "cudaChannelFormatKindUnsigned"},
		{"cudaAddressModeMirror", "cudaResourceTypeLinear", "cudaChannelFormatKindFloat"},
		{"cudaAddressModeBorder", "cudaResourceTypePitch2D"},
	} {
		for _, name := range names {
			constants[name] = intValue(intType, int64(i))
		}
	}
	for _, t := range []string{"cudaTextureAddressMode", "cudaTextureFilterMode", "cudaTextureReadMode", "cudaResourceType", "cudaChannelFormatKind"} {
		basicTypes[t] = intType
	}
	for name, call := range map[string]func(*machine, *invocation) value{
		"cudaCreateChannelDesc": channelDesc, "cudaMallocArray": mallocArray, "cudaCreateTextureObject": createTexture,
		"cudaMemcpyToArray": toArray, "cudaMemcpyToArrayAsync": toArray, "cudaMemcpy2DToArray": toArray2D, "cudaMemcpy2DToArrayAsync": toArray2D,
	} {
		calls[name] = call
	}
}

// channelDesc is cudaCreateChannelDesc, with the bits and the kind, or with a type.
func channelDesc(m *machine, c *invocation) value {
	at := m.local(channelType)
	if len(c.targs) != 1 {
		m.constructFrom(at, c.args)
		return m.load(at)
	}
	t, channels := m.argType(c.targs[0]), 1
	if t.kind == record && len(t.fields) > 0 {
		t, channels = t.fields[0].t, len(t.fields)
	}
	kind := kindFloat
	if t.kind == integer {
		kind = kindSigned
		if t.num.Unsigned() {
			kind = kindUnsigned
		}
	}
	for i := range channelType.fields {
		n := 0
		switch {
		case i == 4:
			n = kind
		case i < channels:
			n = 8 * t.size
		}
		m.store(m.fieldPlace(at, &channelType.fields[i]), intValue(intType, int64(n)))
	}
	return m.load(at)
}

// channel reads a cudaChannelFormatDesc.
func (m *machine) channel(at lvalue) (c [5]int, ok bool) {
	for i := range c {
		v := m.load(m.fieldPlace(at, &channelType.fields[i]))
		if !v.known {
			return c, false
		}
		c[i] = int(v.int())
	}
	return c, bytesOf(c) > 0
}

// bytesOf is the bytes of a texel.
func bytesOf(channel [5]int) int { return (channel[0] + channel[1] + channel[2] + channel[3]) / 8 }

// mallocArray is cudaMallocArray(&array, &channel, width, height).
func mallocArray(m *machine, c *invocation) value {
	desc := c.arg(1)
	width, ok := c.count(2)
	height := 0
	if len(c.args) > 3 {
		n, known := c.count(3)
		height, ok = n, ok && known
	}
	if !ok || !desc.known || desc.t.kind != pointer || desc.t.elem != channelType {
		return m.setPointer(c.arg(0), m.unknownSize(voidType).bits)
	}
	channel, ok := m.channel(lvalue{channelType, desc.bits})
	bytes := bytesOf(channel)
	if !ok || width < 0 || height < 0 || width > placeMask/bytes || height > placeMask/max(width*bytes, 1) {
		return m.setPointer(c.arg(0), m.unknownSize(voidType).bits)
	}
	addr := m.alloc(width*bytes*max(height, 1), true)
	if m.arrays == nil {
		m.arrays = map[uint64]textureArray{}
	}
	m.arrays[addr] = textureArray{width, height, channel}
	return m.setPointer(c.arg(0), addr)
}

// toArray is cudaMemcpyToArray(array, x, y, from, bytes, kind), from the array's first texel on.
func toArray(m *machine, c *invocation) value {
	m.copyBytes(c.arg(0), c.arg(3), c.arg(4))
	return intValue(intType, 0)
}

// toArray2D is cudaMemcpy2DToArray(array, x, y, from, pitch, bytes of a row, rows, kind).
func toArray2D(m *machine, c *invocation) value {
	to := c.arg(0)
	a, ok := m.arrays[to.bits]
	x, ok1 := c.count(1)
	y, ok2 := c.count(2)
	rows, ok3 := c.count(6)
	if !to.known || !ok || !ok1 || !ok2 || !ok3 || !c.arg(4).known {
		return intValue(intType, 0)
	}
	pitch := a.width * bytesOf(a.channel)
	to.bits += uint64(y*pitch + x)
	return cudaMemcpy2D(m, &invocation{args: []argument{{value: to}, {value: intValue(sizeType, int64(pitch))}, c.args[3], c.args[4], c.args[5], {value: intValue(intType, int64(rows))}}})
}

// createTexture is cudaCreateTextureObject(&texture, &resource, &texture's description, view).
func createTexture(m *machine, c *invocation) value {
	to, from, desc := c.arg(0), c.arg(1), c.arg(2)
	if !to.known || to.t.kind != pointer || !from.known || from.t.kind != pointer || from.t.elem != resourceType || !desc.known || desc.t.kind != pointer || desc.t.elem != textureType {
		return intValue(intType, 0)
	}
	t, ok := m.resource(value{t: resourceType, known: true, bits: from.bits})
	if !ok {
		return intValue(intType, 0)
	}
	d := value{t: textureType, known: true, bits: desc.bits}
	t.Address = m.fieldNumber(d, "addressMode", AddressClamp)
	t.Linear = m.fieldNumber(d, "filterMode", 0) == 1
	t.ReadAsFloat = m.fieldNumber(d, "readMode", 0) == 1
	t.Normalized = m.fieldNumber(d, "normalizedCoords", 0) != 0
	if !t.Normalized && (t.Address == AddressWrap || t.Address == AddressMirror) {
		t.Address = AddressClamp // as CUDA takes it
	}
	name := m.alloc(1, true) // a number that nothing else has
	if m.textures == nil {
		m.textures = map[uint64]*Texture{}
	}
	m.textures[name] = &t
	m.store(lvalue{to.t.elem, to.bits}, intValue(sizeType, int64(name)))
	return intValue(intType, 0)
}

// resource reads a cudaResourceDesc.
func (m *machine) resource(r value) (t Texture, ok bool) {
	var channel [5]int
	kind, res := m.fieldNumber(r, "resType", -1), m.fieldValue(r, "res")
	switch kind {
	case resourceArray:
		at := m.fieldValue(m.fieldValue(res, "array"), "array")
		a, found := m.arrays[at.bits]
		if !at.known || !found {
			return t, false
		}
		t.Width, t.Height, t.At, channel = a.width, a.height, at.bits, a.channel
	case resourceLinear:
		if channel, ok = m.plainMemory(&t, m.fieldValue(res, "linear")); !ok {
			return t, false
		}
		t.Width = m.fieldNumber(m.fieldValue(res, "linear"), "sizeInBytes", 0) / bytesOf(channel)
	case resourcePitch:
		plane := m.fieldValue(res, "pitch2D")
		if channel, ok = m.plainMemory(&t, plane); !ok {
			return t, false
		}
		t.Width, t.Height = m.fieldNumber(plane, "width", 0), m.fieldNumber(plane, "height", 0)
		if m.fieldNumber(plane, "pitchInBytes", 0) != t.Width*bytesOf(channel) {
			t.At = 0 // rows with gaps
		}
	}
	t.Bits, t.Signed, t.Floating = channel[0], channel[4] == kindSigned, channel[4] == kindFloat
	return t, t.Width > 0 && t.Bits > 0
}

// plainMemory reads where a texture of plain memory lies, and of what its texels are.
func (m *machine) plainMemory(t *Texture, of value) (channel [5]int, ok bool) {
	if at := m.fieldValue(of, "devPtr"); at.known {
		t.At = at.bits
	}
	return m.channel(lvalue{channelType, m.fieldValue(of, "desc").bits})
}

// fieldValue is a field of a struct, by its name.
func (m *machine) fieldValue(of value, name string) value {
	return m.load(m.fieldPlace(lvalue{of.t, of.bits}, of.t.field(name)))
}

// fieldNumber is a field that is a number, or the first element of an array of numbers; otherwise where
// it is unknown.
func (m *machine) fieldNumber(of value, name string, otherwise int) int {
	at := m.fieldPlace(lvalue{of.t, of.bits}, of.t.field(name))
	if at.t.kind == array {
		at.t = at.t.elem
	}
	if v := m.load(at); v.known {
		return int(v.int())
	}
	return otherwise
}

// describeTexture adds to an argument the texture that it names.
func (m *machine) describeTexture(a Arg, v value) Arg {
	t := m.textures[v.bits]
	if !v.known || t == nil || v.t.size != sizeType.size {
		return a
	}
	a.Texture = t
	if b, place := m.mem.find(t.At); b != nil && !b.unsized && len(b.pages) > 0 && m.copied+b.size-place <= maxBytes {
		m.copied += b.size - place
		a.Contents = m.mem.contents(t.At, b.size-place)
	}
	return a
}
