package command

// This file makes the textures of a launch.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unsafe"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// textureExample is the value of a texture in help and errors.
const textureExample = "256x256:rand(7),linear,clamp"

const textureHelp = `  tex=256x256:ramp,linear    a texture of WIDTHxHEIGHT texels, or of LENGTH, filled as an array; also 256x256:FILE
                             or a file .npy. Behind it, separated by commas: linear or point; clamp, border, wrap
                             or mirror; normalized; and uint8, int8, uint16 or int16 for texels that are read as
                             floats from 0 or -1 to 1`

// textureValue is what a value says of a texture.
type textureValue struct {
	width, height int // height 0 for one row
	fill          string
	file          string // instead of fill
	config        gpusim.TextureConfig
	texel         string // the type of texels that are read as floats: "uint8"; "" for others
}

// textureOptions are the words behind the first comma.
var textureOptions = map[string]func(*textureValue){
	"point":      func(v *textureValue) { v.config.Filter = gpusim.FilterPoint },
	"linear":     func(v *textureValue) { v.config.Filter = gpusim.FilterLinear },
	"clamp":      func(v *textureValue) { v.config.Address = gpusim.AddressClamp },
	"border":     func(v *textureValue) { v.config.Address = gpusim.AddressBorder },
	"wrap":       func(v *textureValue) { v.config.Address = gpusim.AddressWrap },
	"mirror":     func(v *textureValue) { v.config.Address = gpusim.AddressMirror },
	"normalized": func(v *textureValue) { v.config.Normalized = true },
}

// smallTexels are the types of texels that can be read as floats.
var smallTexels = []string{"uint8", "int8", "uint16", "int16"}

// textureParts splits a value at its commas, except those in parentheses.
var textureParts = regexp.MustCompile(`(?:\([^)]*\)|[^,(])+`)

var textureSize = regexp.MustCompile(`^([0-9][0-9_eE+]*)(?:x([0-9][0-9_eE+]*))?(?::(.*))?$`)

// readTexture makes a texture for a parameter.
func (r *reader) readTexture(p report.Parameter, text string) (any, error) {
	v, err := textureOf(text)
	if err != nil {
		return nil, err
	}
	make, err := textureMakers.of(p, v.texel)
	if err != nil {
		return nil, err
	}
	to := target{p.Name, make.elem}
	if v.config.Filter == gpusim.FilterLinear && v.texel == "" && !make.elem.Scalars[0].Float {
		return nil, fmt.Errorf("linear mixes floats, and the texels are %s: use point, for example %s=%s", typeOf(make.elem.Scalars[0]), p.Name, strings.ReplaceAll(exampleOf(make.row), "linear", "point"))
	}
	if v.file != "" && v.width == 0 {
		if err := v.sizeOfFile(to, !make.row); err != nil {
			return nil, err
		}
	}
	if one := v.height == 0; one != make.row {
		return nil, fmt.Errorf("the kernel reads %s in %s; for example %s=%s", p.Name, dimensions(make.row), p.Name, exampleOf(make.row))
	}
	texels := v.width * max(v.height, 1)
	if texels < 1 || texels > mostTexels {
		return nil, fmt.Errorf("%d × %d is no size of a texture, or too large", v.width, max(v.height, 1))
	}
	data, err := r.texels(p, to, v, texels)
	if err != nil {
		return nil, err
	}
	return make.make(r.dev, data, v, p.Fetched)
}

// textureFor is an example for a parameter.
func textureFor(p report.Parameter) string {
	words := exampleOf(strings.Contains(p.Type, "Texture1D"))
	switch {
	case p.Fetched:
		return "1024:rand(7)"
	case !strings.Contains(strings.ToLower(p.Type), "float"):
		return strings.Replace(words, "linear", "point", 1)
	}
	return words
}

func dimensions(row bool) string {
	if row {
		return "one dimension"
	}
	return "two dimensions"
}

func exampleOf(row bool) string {
	if row {
		return "1024:rand(7),linear,clamp"
	}
	return textureExample
}

const mostTexels = 1 << 28

// textureOf reads a value.
func textureOf(text string) (v textureValue, err error) {
	parts := textureParts.FindAllString(text, -1)
	if len(parts) == 0 {
		return v, fmt.Errorf("a texture has a size, for example %s", textureExample)
	}
	for _, word := range parts[1:] {
		if set := textureOptions[word]; set != nil {
			set(&v)
			continue
		}
		if !slices.Contains(smallTexels, word) {
			return v, fmt.Errorf("%q says nothing of a texture; point, linear, clamp, border, wrap, mirror, normalized, %s do, for example %s", word, strings.Join(smallTexels, ", "), textureExample)
		}
		v.texel, v.config.ReadFloat = word, true
	}
	if v.config.Address >= gpusim.AddressWrap && !v.config.Normalized {
		return v, fmt.Errorf("wrap and mirror need coordinates from 0 to 1: add normalized, for example 256x256:rand(7),wrap,normalized")
	}
	m := textureSize.FindStringSubmatch(parts[0])
	if m == nil {
		v.file = parts[0]
		return v, nil
	}
	if v.width, err = wholeNumber(m[1]); err == nil && m[2] != "" {
		v.height, err = wholeNumber(m[2])
	}
	if v.fill = m[3]; filepath.Ext(v.fill) != "" && !strings.Contains(v.fill, "(") && !startsNumber(v.fill) {
		v.file, v.fill = v.fill, ""
	}
	return v, err
}

// sizeOfFile takes the size from the shape of a file .npy.
func (v *textureValue) sizeOfFile(to target, plane bool) error {
	if _, err := os.Stat(v.file); err != nil {
		return fmt.Errorf("%q is no size and no file; for example %s=%s", v.file, to.name, exampleOf(!plane))
	}
	f, n, shape, err := openElements(to, v.file)
	if err != nil {
		return err
	}
	defer f.Close()
	switch {
	case !plane:
		v.width = n
	case len(shape) < 2:
		return fmt.Errorf("%s does not say how wide the texture is; for example %s=256x256:%s", v.file, to.name, v.file)
	default:
		v.width, v.height = shape[1], shape[0]
	}
	return nil
}

// texels returns the bytes of the texels, row after row.
func (r *reader) texels(p report.Parameter, to target, v textureValue, count int) (data []byte, err error) {
	source := fmt.Sprintf("%d:%s", count, v.fill)
	if r.before.means(v.fill) && slices.Contains(r.before.arrays(), v.fill) {
		a, err := r.before.arrayFor(v.fill, report.Parameter{Name: p.Name, Type: "[]" + typeOf(to.elem.Scalars[0]), Elem: to.elem})
		if err != nil {
			return nil, err
		}
		if data = a.Bytes(); len(data) != count*to.elem.Bytes {
			return nil, fmt.Errorf("array %s has %d elements, and a texture of %d × %d has %d", v.fill, a.Len(), v.width, max(v.height, 1), count)
		}
		return data, nil
	}
	if v.file != "" {
		source = v.file
	}
	if v.fill == "main" {
		if data, err = r.ofMain(p.Name, to.elem); err == nil && len(data) != count*to.elem.Bytes {
			return nil, fmt.Errorf("main() gives it %d bytes, and a texture of %d × %d has %d", len(data), v.width, max(v.height, 1), count*to.elem.Bytes)
		}
		return data, err
	}
	err = readElements(to, strings.TrimSuffix(source, ":"), func(n int) ([]byte, error) {
		if n != count {
			return nil, fmt.Errorf("%s has %d texels, and a texture of %d × %d has %d", filepath.Base(source), n, v.width, max(v.height, 1), count)
		}
		data = make([]byte, n*to.elem.Bytes)
		return data, nil
	})
	return data, err
}

// textureMaker makes textures of one type.
type textureMaker struct {
	row  bool // of one dimension
	elem report.Element
	make func(dev *gpusim.Device, data []byte, v textureValue, fetched bool) (any, error)
}

type makerTable map[string]textureMaker

// textureMakers has the makers by dimensions, results and texels: "2D float32 uint8".
var textureMakers = func() makerTable {
	t := makerTable{}
	addTexels[int8](t, ir.S8)
	addTexels[uint8](t, ir.U8)
	addTexels[int16](t, ir.S16)
	addTexels[uint16](t, ir.U16)
	addTexels[int32](t, ir.S32)
	addTexels[uint32](t, ir.U32)
	addTexels[float32](t, ir.F32)
	addTexels[gpu.Char2](t, ir.S8)
	addTexels[gpu.Uchar2](t, ir.U8)
	addTexels[gpu.Short2](t, ir.S16)
	addTexels[gpu.Ushort2](t, ir.U16)
	addTexels[gpu.Int2](t, ir.S32)
	addTexels[gpu.Uint2](t, ir.U32)
	addTexels[gpu.Float2](t, ir.F32)
	addTexels[gpu.Char4](t, ir.S8)
	addTexels[gpu.Uchar4](t, ir.U8)
	addTexels[gpu.Short4](t, ir.S16)
	addTexels[gpu.Ushort4](t, ir.U16)
	addTexels[gpu.Int4](t, ir.S32)
	addTexels[gpu.Uint4](t, ir.U32)
	addTexels[gpu.Float4](t, ir.F32)
	addFloats[float32, uint8, int8, uint16, int16](t)
	addFloats[gpu.Float2, gpu.Uchar2, gpu.Char2, gpu.Ushort2, gpu.Short2](t)
	addFloats[gpu.Float4, gpu.Uchar4, gpu.Char4, gpu.Ushort4, gpu.Short4](t)
	return t
}()

// addTexels adds the makers of textures whose texels are read as they are.
func addTexels[T gpu.Texel](t makerTable, of ir.Type) { addMaker[T, T](t, "", of) }

// addFloats adds those whose texels are read as floats.
func addFloats[T, U8, S8, U16, S16 gpu.Texel](t makerTable) {
	addMaker[T, U8](t, "uint8", ir.U8)
	addMaker[T, S8](t, "int8", ir.S8)
	addMaker[T, U16](t, "uint16", ir.U16)
	addMaker[T, S16](t, "int16", ir.S16)
}

func addMaker[T, E gpu.Texel](t makerTable, texel string, of ir.Type) {
	var read T
	var e E
	name := strings.TrimPrefix(fmt.Sprintf("%T", read), "gpu.") + " " + texel
	elem := report.Element{Bytes: int(unsafe.Sizeof(e))}
	for at := 0; at < elem.Bytes; at += of.Bytes() {
		elem.Scalars = append(elem.Scalars, report.Scalar{Offset: at, Bytes: of.Bytes(), Float: of.Float(), Signed: of.Signed()})
	}
	t["1D "+name] = textureMaker{true, elem, makeRow[T, E]}
	t["2D "+name] = textureMaker{false, elem, makePlane[T, E]}
}

// of returns the maker for a parameter.
func (t makerTable) of(p report.Parameter, texel string) (textureMaker, error) {
	name := strings.NewReplacer("gpu.Texture", "", "[", " ", "]", "", "gpu.", "", "byte", "uint8").Replace(p.Type)
	m, ok := t[name+" "+texel]
	if !ok {
		return m, fmt.Errorf("%s is a %s: only floats are read from texels of %s", p.Name, p.Type, strings.Join(smallTexels, ", "))
	}
	return m, nil
}

func texelsOf[E gpu.Texel](data []byte) []E {
	var e E
	return unsafe.Slice((*E)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/int(unsafe.Sizeof(e)))
}

// makeRow makes a texture of one dimension: of plain memory where the kernel fetches.
func makeRow[T, E gpu.Texel](dev *gpusim.Device, data []byte, v textureValue, fetched bool) (any, error) {
	if fetched {
		b, err := gpusim.Upload(dev, texelsOf[E](data))
		if err != nil {
			return nil, err
		}
		if v.config != (gpusim.TextureConfig{}) {
			return nil, fmt.Errorf("the kernel reads it with tex1Dfetch or Fetch, which takes whole numbers and no filter: give the length and the fill alone, for example 1024:rand(7)")
		}
		return gpusim.NewLinearTexture(dev, b)
	}
	a, err := gpusim.NewTextureArray(dev, texelsOf[E](data), v.width, 0)
	if err != nil {
		return nil, err
	}
	return gpusim.NewTexture1D[T](dev, a, v.config)
}

func makePlane[T, E gpu.Texel](dev *gpusim.Device, data []byte, v textureValue, _ bool) (any, error) {
	a, err := gpusim.NewTextureArray(dev, texelsOf[E](data), v.width, v.height)
	if err != nil {
		return nil, err
	}
	return gpusim.NewTexture2D[T](dev, a, v.config)
}

// noTexture says that a program in CUDA C makes no texture.
func noTexture(p report.Parameter) error {
	return fmt.Errorf("parameter %s is a %s, which a program of this command cannot make: use profile, or a program of your own with gpusim.NewTexture1D or NewTexture2D", p.Name, p.Type)
}
