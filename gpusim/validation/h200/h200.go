// Package h200 reads the tables that were measured on an NVIDIA H200. Each table lies
// beside the program that measured it, in a folder by subject.
//
// Units: bandwidths are in 10⁹ bytes per second; other units are in the names of the fields
// or in the tables.
package h200
