package trace

// This file names the memories that a kernel can access.

// Space is where an access goes.
type Space uint8

// The memory spaces. The zero value is no space.
const (
	NoSpace Space = iota
	Param         // kernel parameters, in the constant bank
	Const         // constant memory
	Global
	Shared
	Local
	Texture // what a texture's texels lie in: device memory, read by coordinates
	Cluster // shared memory of any block of the cluster (distributed shared memory)
)

var spaceNames = [...]string{NoSpace: "", Param: "param", Const: "const", Global: "global", Shared: "shared", Local: "local", Texture: "tex", Cluster: "shared::cluster"}

// String returns the PTX spelling: "shared".
func (s Space) String() string { return spaceNames[s] }

// SpaceNamed returns the space of that PTX spelling, or NoSpace.
func SpaceNamed(s string) Space {
	for i, name := range spaceNames {
		if name == s {
			return Space(i)
		}
	}
	return NoSpace
}
