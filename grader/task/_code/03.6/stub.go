package main

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/notebooks/notebook"
)

// Wipe is a library function. It sets n bytes at p to 0. The memory belongs to the primary context of
// device 0, which the program uses through the runtime; no context is current to the thread.
func Wipe(t *driver.Thread, p gpusim.DevicePtr, n int) {
	notebook.OK(t.MemsetD8(p, 0, n)) // your code, before and after this call
}
