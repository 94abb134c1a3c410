package gpusim

// This file makes textures: memory with rules for reading it.

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/texture"
)

// AddressMode says what a read outside of a texture gives.
type AddressMode uint8

// FilterMode says what a read between texels gives.
type FilterMode uint8

// The address modes and the filters. Wrap and mirror need normalized coordinates.
// CUDA: cudaAddressModeClamp, Border, Wrap, Mirror; cudaFilterModePoint, Linear.
const (
	AddressClamp  = AddressMode(texture.Clamp)  // the texel at the edge
	AddressBorder = AddressMode(texture.Border) // the colour TextureConfig.Border
	AddressWrap   = AddressMode(texture.Wrap)   // the texture repeated
	AddressMirror = AddressMode(texture.Mirror) // the texture repeated, every other time mirrored

	FilterPoint  = FilterMode(texture.Point)  // the texel that the coordinates lie in
	FilterLinear = FilterMode(texture.Linear) // the texels around the coordinates, mixed
)

// TextureConfig says how a texture is read. CUDA: cudaTextureDesc.
type TextureConfig struct {
	Address    AddressMode // in both directions
	Filter     FilterMode
	Normalized bool // coordinates from 0 to 1 cover the texture
	// ReadFloat reads 8- and 16-bit integers as floats: 0 to 1, or -1 to 1 when
	// they are signed. CUDA: cudaReadModeNormalizedFloat.
	ReadFloat bool
	Border    [4]float32 // what is outside with AddressBorder, by channel
}

// TextureArray is texels in device memory whose layout is made for neighbours
// in two dimensions and hidden from programs. CUDA: cudaArray.
type TextureArray[E gpu.Texel] struct {
	array         *Array
	width, height int
	pitch         int
}

// NewTextureArray allocates an array of width×height texels, of one row when
// height is 0, and copies the host's texels to it, row after row.
// CUDA: cudaMallocArray, cudaMemcpy2DToArray.
func NewTextureArray[E gpu.Texel](d *Device, host []E, width, height int) (*TextureArray[E], error) {
	if texels, ok := product(width, max(height, 1)); !ok || width < 1 || height < 0 || len(host) != texels {
		return nil, badTexture("give as many texels as the array has, row after row",
			"NewTextureArray: %d texels for an array of %d × %d", len(host), width, height)
	}
	var e E
	size := int(unsafe.Sizeof(e))
	pitch, bytes := texture.BlockLinearSize(width*size, height)
	a, err := d.malloc(bytes/size, size, reflect.TypeFor[E](), fmt.Sprintf("NewTextureArray(%d, %d)", width, height))
	if err != nil {
		return nil, err
	}
	t := &TextureArray[E]{a, width, height, pitch}
	t.fill(host)
	return t, nil
}

// fill copies the texels to their places.
func (t *TextureArray[E]) fill(host []E) {
	data, size := t.array.Bytes(), t.array.size
	from := sliceBytes(reflect.ValueOf(host))
	for i := range host {
		x, y := i%t.width, i/t.width
		for b := range size {
			data[texture.BlockLinearOffset(x*size+b, y, t.pitch)] = from[i*size+b]
		}
	}
}

// memory returns the array's memory; nil for a nil array.
func (t *TextureArray[E]) memory() *Array {
	if t == nil {
		return nil
	}
	return t.array
}

// Free gives the memory back. CUDA: cudaFreeArray.
func (t *TextureArray[E]) Free() error { return t.array.Free() }

// NewTexture1D makes a texture of an array of one row. T is what reads give: E,
// or floats of as many channels with ReadFloat. CUDA: cudaCreateTextureObject.
func NewTexture1D[T, E gpu.Texel](d *Device, from *TextureArray[E], c TextureConfig) (gpu.Texture1D[T], error) {
	t, err := newTexture[T, E](d, from.memory(), c)
	if err != nil {
		return gpu.Texture1D[T]{}, err
	}
	if from.height != 0 {
		return gpu.Texture1D[T]{}, badTexture("use NewTexture2D", "NewTexture1D: the array has two dimensions, %d × %d", from.width, from.height)
	}
	t.Width, t.Pitch, t.BlockLinear = from.width, from.pitch, true
	return gpu.Texture1DOf[T](t), nil
}

// NewTexture2D makes a texture of an array. T is what reads give: E, or floats
// of as many channels with ReadFloat. CUDA: cudaCreateTextureObject.
func NewTexture2D[T, E gpu.Texel](d *Device, from *TextureArray[E], c TextureConfig) (gpu.Texture2D[T], error) {
	t, err := newTexture[T, E](d, from.memory(), c)
	if err != nil {
		return gpu.Texture2D[T]{}, err
	}
	if from.height == 0 {
		return gpu.Texture2D[T]{}, badTexture("use NewTexture1D, or give the array a height", "NewTexture2D: the array has one row of %d texels", from.width)
	}
	t.Shape, t.Width, t.Height, t.Pitch, t.BlockLinear = texture.Plane, from.width, from.height, from.pitch, true
	return gpu.Texture2DOf[T](t), nil
}

// NewLinearTexture makes a texture of plain memory, which kernels read with
// Fetch alone. CUDA: cudaCreateTextureObject with cudaResourceTypeLinear.
func NewLinearTexture[E gpu.Texel](d *Device, from *Buffer[E]) (gpu.Texture1D[E], error) {
	t, err := newTexture[E, E](d, arrayOf(from), TextureConfig{})
	if err != nil {
		return gpu.Texture1D[E]{}, err
	}
	t.Width, t.Pitch, t.Plain = from.Len(), from.Len()*t.Format.Size(), true
	return gpu.Texture1DOf[E](t), nil
}

// NewPitchTexture makes a texture of pitched memory, whose texels lie row after
// row. T is what reads give: E, or floats of as many channels with ReadFloat.
// CUDA: cudaCreateTextureObject with cudaResourceTypePitch2D.
func NewPitchTexture[T, E gpu.Texel](d *Device, from gpu.Pitched[E], c TextureConfig) (gpu.Texture2D[T], error) {
	alloc, at := d.memory.FindData(unsafe.Pointer(unsafe.SliceData(from.Data)))
	if alloc == nil || from.Width < 1 || from.Height < 1 {
		return gpu.Texture2D[T]{}, badTexture("make the matrix with MallocPitch on this device",
			"NewPitchTexture: the matrix of %d × %d is not in the device's memory", from.Width, from.Height)
	}
	var e E
	a := &Array{block: &block{device: d, alloc: alloc, what: alloc.Name}, offset: int(at - alloc.Base), length: len(from.Data), size: int(unsafe.Sizeof(e))}
	t, err := newTexture[T, E](d, a, c)
	if err != nil {
		return gpu.Texture2D[T]{}, err
	}
	t.Shape, t.Width, t.Height, t.Pitch = texture.Plane, from.Width, from.Height, from.Stride*a.size
	if t.Pitch%texturePitchAlign != 0 {
		return gpu.Texture2D[T]{}, badTexture("make the matrix with MallocPitch",
			"NewPitchTexture: rows of %d bytes, which is not a multiple of %d", t.Pitch, texturePitchAlign).WithCUDA(invalidValue)
	}
	return gpu.Texture2DOf[T](t), nil
}

// What cudaGetDeviceProperties says of textures, on an H200 and on every device
// that CUDA's documents tell of from compute capability 2.0 on.
const (
	textureAlign      = 512 // of the first texel, bytes (validation/h200/device/micro.txt)
	texturePitchAlign = 32  // of the rows
)

// newTexture makes a texture of memory whose extents the caller fills in.
func newTexture[T, E gpu.Texel](d *Device, a *Array, c TextureConfig) (*texture.Texture, error) {
	if err := a.usable("made a texture of"); err != nil {
		return nil, err
	}
	if a.block.device != d {
		return nil, diag.Called(diag.Diagnostic{Code: diag.OtherDevice, Message: "the texture's texels are memory of another device", Hint: "allocate them on the device that reads them"})
	}
	format, result := formatOf(reflect.TypeFor[E]()), formatOf(reflect.TypeFor[T]())
	if why, hint := c.wrong(format, result, reflect.TypeFor[E](), reflect.TypeFor[T]()); why != "" {
		return nil, badTexture(hint, "a texture of %s cannot be made: %s", reflect.TypeFor[E](), why)
	}
	if a.Address()%textureAlign != 0 {
		return nil, badTexture("begin where the buffer begins", "a texture begins at address %#x, which is not a multiple of %d", a.Address(), textureAlign).WithCUDA(invalidValue)
	}
	mode := texture.Address(c.Address)
	return &texture.Texture{
		Name: a.block.what, Base: a.Address(), Data: a.Bytes(), Format: format,
		Address: [3]texture.Address{mode, mode, mode}, Filter: texture.Filter(c.Filter), Normalized: c.Normalized, ReadFloat: c.ReadFloat, Border: c.Border,
	}, nil
}

// wrong says what is wrong with reading texels of one format as results of
// another, and what to do; two empty strings when nothing is.
func (c *TextureConfig) wrong(f, result texture.Format, elem, read reflect.Type) (why, hint string) {
	floats := f.Kind == texture.Float || c.ReadFloat
	switch {
	case c.ReadFloat && f.Bytes == 4:
		return "ReadFloat is for integers of 8 and 16 bits", "leave ReadFloat out"
	case c.ReadFloat && (result.Kind != texture.Float || result.Channels != f.Channels):
		return fmt.Sprintf("with ReadFloat a read gives %d floats, not %s", f.Channels, read), "name that type: NewTexture2D[float32](…)"
	case !c.ReadFloat && elem != read:
		return fmt.Sprintf("a read gives %s, not %s", elem, read), "name that type, or set ReadFloat to read small integers as floats"
	case c.Filter == FilterLinear && !floats:
		return "integers are not mixed by FilterLinear", "use FilterPoint, or ReadFloat with integers of 8 and 16 bits"
	case c.Address >= AddressWrap && !c.Normalized:
		return "AddressWrap and AddressMirror need normalized coordinates; CUDA would clamp instead", "set Normalized, and divide coordinates by the extents"
	case c.Border != [4]float32{} && !floats:
		return "outside of a texture of integers there is 0", "leave Border out"
	}
	return "", ""
}

// formatOf returns the format of a texel type.
func formatOf(t reflect.Type) texture.Format {
	f := texture.Format{Channels: 1}
	if t.Kind() == reflect.Struct {
		f.Channels, t = t.NumField(), t.Field(0).Type
	}
	f.Bytes = int(t.Size())
	switch t.Kind() {
	case reflect.Float32:
		f.Kind = texture.Float
	case reflect.Int8, reflect.Int16, reflect.Int32:
		f.Kind = texture.Signed
	default:
		f.Kind = texture.Unsigned
	}
	return f
}

func badTexture(hint, format string, args ...any) diag.Diagnostic {
	return diag.Called(diag.Diagnostic{Code: diag.BadTexture, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// setTexture binds a texture to a parameter.
func (b *bound) setTexture(c *code, p *ir.Parameter, l leaf) *diag.Diagnostic {
	v := c.IR.Var(p.Var)
	handle := l.texels != nil && l.value.Kind() == reflect.Uint64
	if !handle && (!l.value.IsValid() || !kernel.SameType(l.value.Type().String(), v.GoType)) {
		got := "an array"
		if l.value.IsValid() {
			got = l.value.Type().String()
		}
		return mismatch(c, l, got, p)
	}
	if why, hint := unreadable(c, l.texels, p.Var); why != "" {
		d := c.Diagnose(diag.BadTexture, hint, "%s %s", l.which, why)
		return &d
	}
	binary.LittleEndian.PutUint64(b.params[p.Offset:], l.texels.Base)
	b.textures[p.Var-1] = l.texels
	return nil
}

// setTextureObject lets a handle in a block of parameters stand for a texture: see
// contexts.SetTexture.
func setTextureObject(device any, handle uint64, object any) {
	d := device.(*Device)
	if t, ok := object.(*texture.Texture); ok {
		d.textures[handle] = t
	} else {
		delete(d.textures, handle)
	}
}

// bindTexture binds the texture that a handle in a block of parameters stands for.
func (d *Device) bindTexture(c *code, b *bound, p *ir.Parameter) error {
	t := d.textures[binary.LittleEndian.Uint64(b.params[p.Offset:])]
	if why, hint := unreadable(c, t, p.Var); why != "" {
		return c.Diagnose(diag.BadTexture, hint, "the texture object of %s %s", p.Name, why)
	}
	b.textures[p.Var-1] = t
	return nil
}

// unreadable says why a kernel cannot read a texture, and what to do; two empty
// strings when it can.
func unreadable(c *code, t *texture.Texture, v ir.VarID) (why, hint string) {
	if t == nil {
		return "is no texture yet", "make it with NewTexture1D or NewTexture2D"
	}
	for _, b := range c.IR.Blocks {
		for _, in := range b.Instrs {
			if in.Op != ir.Tex || in.Root != v {
				continue
			}
			if fetch := in.From == ir.S32; fetch && !t.Plain {
				return "is a texture of an array, which " + c.Name() + " reads with Fetch", "use At, or make it with NewLinearTexture"
			} else if !fetch && t.Plain {
				return "is a texture of plain memory, which " + c.Name() + " reads with At", "use Fetch, or make it of a TextureArray"
			}
		}
	}
	return "", ""
}

// holds reports whether a texture's texels are in the device's memory still.
func (d *Device) holds(t *texture.Texture) bool {
	a := d.memory.Find(t.Base)
	return a != nil && len(t.Data) > 0 && &a.Data[t.Base-a.Base] == &t.Data[0]
}

// addTexture takes a texture.
func (f *flattener) addTexture(l leaf, t *texture.Texture) {
	if t != nil && !f.device.holds(t) {
		f.fail(diag.OtherDevice, "make it on the device that runs the kernel, and free its memory afterwards",
			"%s is a texture of another device, or of memory that was freed", l.which)
		return
	}
	l.texels = t
	f.leaves[l.path] = l
}
