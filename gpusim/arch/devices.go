package arch

// This file lists the devices and the sources of their figures. The devices
// themselves, one literal each, stand in devices_*.go by generation.
//
// Sources, by the short names used below:
//   guide     CUDA C Programming Guide, versions 4.2 (cc 1.x to 3.0), 8.0 (cc 3.5
//             to 6.x) and 12 (from 7.0 on): appendix "Compute Capabilities", its
//             table of technical specifications and its sections on each generation;
//             the tuning guide of the generation where that is said
//   sheet     the vendor's data sheet, white paper or board specification
//   PTX       PTX ISA, cache operators
//   occ       the occupancy header of the CUDA toolkit and NVIDIA's occupancy
//             calculator spreadsheet (allocation units and granularities)
//   micro     gpusim/validation/h200/device/micro.txt
//   through   gpusim/validation/h200/device/throughput.txt
//   visible   gpusim/validation/h200/cases/visible.json
//   probe     gpusim/validation/h200/counters/probe_*.csv
//   caches    gpusim/validation/h200/caches/caches_*.csv
//   isa       the instruction sets in the CUDA Binary Utilities manual, and code
//             disassembled with them: R1 holds the stack, P0 to P6, UR0 to UR62
//   ptxas     gpusim/validation/h200/compiler/ptxas.txt
//   constant  gpusim/validation/h200/constants/constant.txt and constant.csv
//   transfers gpusim/validation/h200/host/transfers.txt
//   query     what the deviceQuery sample prints of the device, as published by owners
//   bank      gpusim/validation/h200/constants/constant_bank.txt
//   listing   machine code in the manuals and listings of asfermi (cc 2.x), KeplerAs
//             (cc 3.x) and maxas (cc 5.x and 6.x)
//   Jia et al. 2018, 2019  Dissecting the NVIDIA Volta GPU Architecture, Dissecting
//             the NVidia Turing T4 GPU, both via Microbenchmarking
//   Wong et al. 2010       Demystifying GPU Microarchitecture through Microbenchmarking
//   GPGPU-Sim, Accel-Sim   the configurations they ship and table IV of ISCA 2020
//   gpu-benches, mt4g      results published with RRZE-HPC/gpu-benches and mt4g
//   Ganguly et al. 2019    Interplay between Hardware Prefetcher and Page Eviction
//             Policy in CPU-GPU Unified Virtual Memory
//
// A figure taken from another device names it. Evidence is Modelled for all
// devices whose figures nobody here could read on the device itself.

// Devices lists every device, oldest hardware first, toys last.
var Devices = []Spec{
	geForce8800GTX,
	gtx280,
	teslaC2050,
	teslaK20c,
	teslaK40,
	gtx980,
	teslaP100,
	teslaV100,
	teslaT4,
	a100,
	rtx3090,
	rtx4090,
	h100,
	h200,
	b200,
	toy4,
}

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)
