//go:build !amd64

package simt

// This file computes with a warp's floats in plain Go.

func fma32Lanes(d, a, b, c *lanes[float32]) { fma32LanesGo(d, a, b, c) }

func fma32Scalar(d *lanes[float32], a float32, b, c *lanes[float32]) { fma32ScalarGo(d, a, b, c) }

func add32Lanes(d, a, b *lanes[float32]) { addFloats(d, a, b) }

func add32Scalar(d, a *lanes[float32], b float32) { addFloat(d, a, b) }

func sub32Lanes(d, a, b *lanes[float32]) { subFloats(d, a, b) }

func mul32Lanes(d, a, b *lanes[float32]) { mulFloats(d, a, b) }

func mul32Scalar(d, a *lanes[float32], b float32) { mulFloat(d, a, b) }
