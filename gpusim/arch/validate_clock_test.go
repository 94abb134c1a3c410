package arch

// This file holds what the times of a device must satisfy.

// clock requires schedulers that issue what Rates promises, and times of all
// that an instruction may do.
func (v *validator) clock(s *Spec) {
	c := &s.Clock
	v.require(c.Schedulers > 0 && c.Issue > 0 && c.IssueCycles > 0, "%d schedulers issue %d in %d cycles", c.Schedulers, c.Issue, c.IssueCycles)
	issue := float64(c.Schedulers*c.Issue) / float64(max(1, c.IssueCycles))
	v.require(issue >= s.Rates.IssuePerCycle, "schedulers issue %g a cycle, %g are promised", issue, s.Rates.IssuePerCycle)
	for class, op := range c.Ops {
		v.operation(Class(class), op)
	}
	v.require(c.CrossUnit >= 0 && c.CrossLSU >= 0 && c.NotTaken >= 0 && c.Taken >= c.NotTaken && c.Meet >= 0 && c.LoopSlots >= 0, "branches of %d and %d cycles, %d and %d across units", c.Taken, c.NotTaken, c.CrossUnit, c.CrossLSU)
	v.require(c.Barrier > 0 && c.BarrierWarp >= 0, "barriers of %g and %g cycles", c.Barrier, c.BarrierWarp)
	v.require(0 < c.FenceBlock && c.FenceBlock < c.Fence && c.Fence < c.FenceSystem, "fences of %d, %d and %d cycles", c.FenceBlock, c.Fence, c.FenceSystem)
	v.near(s)
	v.far(s)
	v.cold(&c.Cold)
}

// operation requires known units and a latency; those of memory are the level's.
func (v *validator) operation(class Class, op OpTime) {
	v.require(op.Unit < NumUnits, "%s on unit %d", class, op.Unit)
	v.require(op.Slots >= 0 && op.Rate >= 0, "%s: %d instructions at %g lanes", class, op.Slots, op.Rate)
	v.require(0 <= op.Meeting && op.Meeting <= op.Serial && op.Serial <= op.Latency, "%s: %d of %d cycles are serial, arms meet in %d", class, op.Serial, op.Latency, op.Meeting)
	v.require(op.Latency >= 0 && (op.Latency == 0) == (class == ClassMemory || class == ClassSharedLoad || isProduct(class) && op.Unit == NoUnit), "%s has a latency of %d", class, op.Latency)
}

// isProduct reports whether a class is one of products of matrices, which have no times on devices without measurements.
func isProduct(c Class) bool {
	return c == ClassProduct || c == ClassProductDouble || c == ClassGroupProduct
}

// near requires times of what lies next to an SM, in the order of its levels.
func (v *validator) near(s *Spec) {
	m := &s.Clock.Memory
	v.require(m.Shared > 0 && m.SharedWavefront >= 0 && m.SharedAtomic >= m.Shared, "shared memory takes %d cycles, %d a wavefront, %d an atomic", m.Shared, m.SharedWavefront, m.SharedAtomic)
	v.require(m.Const > 0, "constants take %d cycles", m.Const)
	v.require(s.Caches.ConstMid.Bytes == 0 || m.ConstMid > m.Const, "constants take %d cycles, %d behind the first cache", m.Const, m.ConstMid)
	v.require(s.Caches.L1.Bytes == 0 || m.L1 > 0, "L1 takes %d cycles", m.L1)
	v.require(m.L1Request > 0 && (m.L1Line > 0 || m.L1Banked) && m.L1Misses >= 0, "an access takes %g cycles, %g a line, %d lines under way", m.L1Request, m.L1Line, m.L1Misses)
	v.require(m.AtomicSector > 0 && m.AtomicLane >= 0, "atomics take %g cycles a sector, %g a lane", m.AtomicSector, m.AtomicLane)
}

// l2Tolerance is how far the slices of L2, or the ways to them, may be from Rates together.
const l2Tolerance = 0.15

// far requires times of L2 and of memory, each beyond the level before it, and
// slices that give what Rates has measured of them.
func (v *validator) far(s *Spec) {
	m := &s.Clock.Memory
	v.require(m.SMRequest > 0 && m.SMSector > 0 && m.Far >= 0, "the way to L2 takes %g and %g cycles, %d to the other part", m.SMRequest, m.SMSector, m.Far)
	v.require(m.GPCSector == 0 || 0 < s.Clusters.SMs && s.Clusters.SMs <= s.SMs, "clusters of %d SMs with a port of %g cycles a sector", s.Clusters.SMs, m.GPCSector)
	v.require(0 <= s.Clusters.First && s.Clusters.First <= s.Clusters.SMs, "%d of %d SMs of a cluster get blocks first", s.Clusters.First, s.Clusters.SMs)
	v.require(m.DRAMChannels > 0, "%d channels of memory", m.DRAMChannels)
	v.require(0 <= m.DRAMShare && m.DRAMShare <= 1, "reads reach %g of the memory's rate", m.DRAMShare)
	v.require((m.RefreshEvery > 0) == (m.RefreshBytes > 0) && 0 <= m.RefreshCycles && m.RefreshCycles <= m.RefreshEvery, "pages of %d bytes are refreshed for %d of %d cycles", m.RefreshBytes, m.RefreshCycles, m.RefreshEvery)
	v.require(m.DRAM > max(m.L1, m.L2) && m.Host > 0, "memory takes %d cycles, the host's %d, L1 %d and L2 %d", m.DRAM, m.Host, m.L1, m.L2)
	if s.Global.L2Bytes == 0 {
		return
	}
	v.require(m.L2 > m.L1, "L2 takes %d cycles, L1 %d", m.L2, m.L1)
	v.require(0 <= m.L2SlicesOff && m.L2SlicesOff < max(1, m.L2Slices/max(1, s.Caches.L2Parts)), "%d of %d slices of L2 out of use in each part", m.L2SlicesOff, m.L2Slices)
	v.require(m.DRAMPiece >= s.Global.LineBytes || m.DRAMOpen == 0 && m.DRAMOpenWrite == 0, "memory is opened by %d bytes, a line has %d", m.DRAMPiece, s.Global.LineBytes)
	v.require(m.L2Slices > 0 && m.SliceLine > 0 && m.SliceSector > 0, "%d slices of L2, %g cycles a line, %g a sector", m.L2Slices, m.SliceLine, m.SliceSector)
	rate := m.l2Sectors(s.GPCs(), max(1, s.Caches.L2Parts)) * float64(s.Global.SectorBytes) * float64(s.ClockMHz) * 1e6
	part := rate / s.Rates.L2BytesPerSecond
	v.require(1-l2Tolerance < part && part < 1+l2Tolerance, "the slices of L2 give %g bytes a second together, %g are promised", rate, s.Rates.L2BytesPerSecond)
}

// l2Sectors is how many sectors a cycle the slices of L2 and the ways to them give.
func (m *MemoryClock) l2Sectors(clusters, parts int) float64 {
	n := float64(m.L2Slices-parts*m.L2SlicesOff) / m.SliceSector
	if m.GPCSector > 0 {
		n = min(n, float64(clusters)/m.GPCSector)
	}
	return n
}

func (v *validator) cold(c *ColdClock) {
	v.require(c.BlocksPerCycle > 0 && c.WarpsPerCycle > 0 && c.Block >= 0, "%g blocks end and %g warps begin a cycle, %d cycles after another", c.BlocksPerCycle, c.WarpsPerCycle, c.Block)
	v.require(c.InstructionBytes > 0 && c.CodeLine >= c.InstructionBytes, "instructions of %d bytes in lines of %d", c.InstructionBytes, c.CodeLine)
	v.require(c.BlockGap >= 0 && c.WarpGap >= 0 && c.Touched >= 0, "blocks %d apart, %g a warp, the end %d later", c.BlockGap, c.WarpGap, c.Touched)
	v.require(c.CodeFirst >= c.CodeLine && c.CodeAhead >= 0, "code of %d bytes first, %d ahead", c.CodeFirst, c.CodeAhead)
	v.require(c.CodeCold >= c.CodeMiss && c.CodeMiss >= 0 && c.CodeLate >= 0, "cold code takes %d cycles, %d more at most, %d later", c.CodeCold, c.CodeLate, c.CodeMiss)
}
