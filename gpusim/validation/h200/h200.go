// Package h200 is what was measured on an NVIDIA H200: tables of figures, and
// beside each table the program that measures it again.
//
// Nothing here is computed. Bandwidths are in units of 10⁹ bytes a second.
package h200
