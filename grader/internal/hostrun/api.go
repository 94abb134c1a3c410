package hostrun

// This file lists what host functions reach. A look for a method by its name would make the linker keep
// every method of the program, which doubles the download of a tab.

import (
	"fmt"
	"maps"
	"reflect"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/gpu"
)

// packages are the packages that a host function names.
var packages = map[string]bool{"gpusim": true, "driver": true, "gpu": true, "notebook": true, "fmt": true, "time": true}

// functions are the functions of packages; those of generic ones have their element type.
var functions = map[string]any{
	"gpusim.Dim": gpusim.Dim, "gpusim.Elapsed": gpusim.Elapsed, "gpusim.CUDAName": gpusim.CUDAName,
	"fmt.Sprint": fmt.Sprint, "fmt.Sprintf": fmt.Sprintf,
}

// methods are the methods of types.
var methods = map[reflect.Type]map[string]any{
	reflect.TypeFor[*gpusim.Device](): {
		"DefaultStream": (*gpusim.Device).DefaultStream, "NewStream": (*gpusim.Device).NewStream,
		"NewNonBlockingStream": (*gpusim.Device).NewNonBlockingStream, "Synchronize": (*gpusim.Device).Synchronize,
		"Launch": (*gpusim.Device).Launch, "CanAccessPeer": (*gpusim.Device).CanAccessPeer,
		"EnablePeerAccess": (*gpusim.Device).EnablePeerAccess, "DisablePeerAccess": (*gpusim.Device).DisablePeerAccess,
		"MemcpyToSymbol": (*gpusim.Device).MemcpyToSymbol, "MemcpyFromSymbol": (*gpusim.Device).MemcpyFromSymbol,
		"GetSymbolAddress": (*gpusim.Device).GetSymbolAddress, "GetSymbolSize": (*gpusim.Device).GetSymbolSize,
		"Memcpy": (*gpusim.Device).Memcpy, "Pointer": (*gpusim.Device).Pointer, "Name": (*gpusim.Device).Name,
	},
	reflect.TypeFor[*gpusim.Stream](): {
		"CopyFrom": (*gpusim.Stream).CopyFrom, "CopyTo": (*gpusim.Stream).CopyTo, "CopyDevice": (*gpusim.Stream).CopyDevice,
		"Launch": (*gpusim.Stream).Launch, "Record": (*gpusim.Stream).Record, "Wait": (*gpusim.Stream).Wait,
		"Synchronize": (*gpusim.Stream).Synchronize, "Destroy": (*gpusim.Stream).Destroy, "Done": (*gpusim.Stream).Done,
	},
	reflect.TypeFor[*gpusim.Event](): {"Synchronize": (*gpusim.Event).Synchronize, "Done": (*gpusim.Event).Done},
	reflect.TypeFor[*driver.Thread](): {
		"CtxCreate": (*driver.Thread).CtxCreate, "CtxDestroy": (*driver.Thread).CtxDestroy, "CtxGetCurrent": (*driver.Thread).CtxGetCurrent,
		"CtxPushCurrent": (*driver.Thread).CtxPushCurrent, "CtxPopCurrent": (*driver.Thread).CtxPopCurrent,
		"CtxSetCurrent": (*driver.Thread).CtxSetCurrent, "CtxSynchronize": (*driver.Thread).CtxSynchronize,
		"CtxAttach": (*driver.Thread).CtxAttach, "CtxDetach": (*driver.Thread).CtxDetach,
		"DevicePrimaryCtxRetain": (*driver.Thread).DevicePrimaryCtxRetain, "DevicePrimaryCtxRelease": (*driver.Thread).DevicePrimaryCtxRelease,
		"DevicePrimaryCtxReset": (*driver.Thread).DevicePrimaryCtxReset, "DevicePrimaryCtxGetState": (*driver.Thread).DevicePrimaryCtxGetState,
		"SetDevice": (*driver.Thread).SetDevice, "Device": (*driver.Thread).Device,
		"MemAlloc": (*driver.Thread).MemAlloc, "MemFree": (*driver.Thread).MemFree, "MemsetD8": (*driver.Thread).MemsetD8,
		"MemcpyHtoD": (*driver.Thread).MemcpyHtoD, "MemcpyDtoH": (*driver.Thread).MemcpyDtoH, "MemcpyDtoD": (*driver.Thread).MemcpyDtoD,
		"PointerGetContext": (*driver.Thread).PointerGetContext, "Stack": (*driver.Thread).Stack, "LaunchKernel": (*driver.Thread).LaunchKernel,
	},
	reflect.TypeFor[*driver.Context](): {"Alive": (*driver.Context).Alive, "Usage": (*driver.Context).Usage},
}

// constants are the constants of packages.
var constants = map[string]any{
	"gpusim.DeviceMemory": gpusim.DeviceMemory, "gpusim.PinnedMemory": gpusim.PinnedMemory, "gpusim.MappedMemory": gpusim.MappedMemory,
	"gpusim.Registered": gpusim.Registered, "gpusim.ManagedMemory": gpusim.ManagedMemory, "gpusim.PageableMemory": gpusim.PageableMemory,
	"time.Microsecond": time.Microsecond, "time.Millisecond": time.Millisecond,
}

// named are the types that a host function names.
var named = map[string]reflect.Type{
	"int": reflect.TypeFor[int](), "int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](), "uint8": reflect.TypeFor[uint8](),
	"byte": reflect.TypeFor[byte](), "uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"string": reflect.TypeFor[string](), "bool": reflect.TypeFor[bool](), "error": reflect.TypeFor[error](), "any": reflect.TypeFor[any](),
	"gpusim.Device": reflect.TypeFor[gpusim.Device](), "gpusim.Stream": reflect.TypeFor[gpusim.Stream](), "gpusim.Event": reflect.TypeFor[gpusim.Event](),
	"gpusim.Config": reflect.TypeFor[gpusim.Config](), "gpusim.Dim3": reflect.TypeFor[gpusim.Dim3](), "gpusim.DevicePtr": reflect.TypeFor[gpusim.DevicePtr](),
	"gpusim.Report": reflect.TypeFor[gpusim.Report](),
	"driver.Thread": reflect.TypeFor[driver.Thread](), "driver.Context": reflect.TypeFor[driver.Context](), "driver.DevicePtr": reflect.TypeFor[driver.DevicePtr](),
	"time.Duration": reflect.TypeFor[time.Duration](),
}

// fields are the fields that a literal may set. A launch has no options: they would change its time.
var fields = map[reflect.Type][]string{
	reflect.TypeFor[gpusim.Config](): {"Grid", "Block", "Shared"},
	reflect.TypeFor[gpusim.Dim3]():   {"X", "Y", "Z"},
}

func init() {
	element[float32]("float32")
	element[int32]("int32")
	element[uint8]("uint8")
}

// element lists what a type of elements has.
func element[T any](name string) {
	in := "[" + name + "]"
	maps.Copy(functions, map[string]any{
		"gpusim.Malloc" + in: gpusim.Malloc[T], "gpusim.Upload" + in: gpusim.Upload[T],
		"gpusim.MallocHost" + in: gpusim.MallocHost[T], "gpusim.FreeHost" + in: gpusim.FreeHost[T],
		"gpusim.HostRegister" + in: gpusim.HostRegister[T], "gpusim.HostUnregister" + in: gpusim.HostUnregister[T],
		"gpusim.MallocMapped" + in: gpusim.MallocMapped[T], "gpusim.MallocManaged" + in: gpusim.MallocManaged[T],
		"gpusim.MallocPitch" + in: gpusim.MallocPitch[T], "gpusim.Copy2D" + in: gpusim.Copy2D[T],
	})
	methods[reflect.TypeFor[*gpusim.Buffer[T]]()] = map[string]any{
		"CopyFrom": (*gpusim.Buffer[T]).CopyFrom, "CopyTo": (*gpusim.Buffer[T]).CopyTo, "Free": (*gpusim.Buffer[T]).Free,
		"View": (*gpusim.Buffer[T]).View, "Len": (*gpusim.Buffer[T]).Len, "Address": (*gpusim.Buffer[T]).Address,
		"Host": (*gpusim.Buffer[T]).Host, "Slice": (*gpusim.Buffer[T]).Slice,
	}
	methods[reflect.TypeFor[*gpusim.Managed[T]]()] = map[string]any{
		"At": (*gpusim.Managed[T]).At, "Set": (*gpusim.Managed[T]).Set, "Len": (*gpusim.Managed[T]).Len, "Free": (*gpusim.Managed[T]).Free,
	}
	named["gpusim.Buffer"+in], named["gpusim.Managed"+in] = reflect.TypeFor[gpusim.Buffer[T]](), reflect.TypeFor[gpusim.Managed[T]]()
	named["gpusim.Rows"+in], named["gpu.Pitched"+in] = reflect.TypeFor[gpusim.Rows[T]](), reflect.TypeFor[gpu.Pitched[T]]()
	fields[reflect.TypeFor[gpusim.Rows[T]]()] = []string{"Data", "Stride"}
}
