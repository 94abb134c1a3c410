// Package inner is used by vec.
package inner

const Two = 2

type Number interface{ ~int32 | ~float32 }

func Twice[T Number](x T) T { return x * Two }
