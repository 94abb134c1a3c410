//go:build !amd64

package simt

// This file multiplies and adds a warp's floats in plain Go.

func fma32Lanes(d, a, b, c *lanes[float32]) { fma32LanesGo(d, a, b, c) }

func fma32Scalar(d *lanes[float32], a float32, b, c *lanes[float32]) { fma32ScalarGo(d, a, b, c) }
