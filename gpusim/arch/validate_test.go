package arch

// This file holds what every Spec must satisfy before anything runs on it.

import (
	"errors"
	"fmt"
	"slices"
)

// validate reports every figure of s that the simulator could not
// work with: sizes that must be powers of two, parts that must fit the whole,
// rates that must be positive. It returns nil for a sound Spec.
func validate(s *Spec) error {
	v := validator{name: s.Name}
	v.warps(s)
	v.registers(&s.Regs)
	v.shared(s)
	v.global(&s.Global)
	v.caches(s)
	v.bank(&s.Bank)
	v.rates(s)
	v.clock(s)
	v.transfer(&s.Transfer)
	v.allocator(s)
	return errors.Join(v.errs...)
}

type validator struct {
	name string
	errs []error
}

// require records a broken rule unless ok.
func (v *validator) require(ok bool, format string, args ...any) {
	if !ok {
		v.errs = append(v.errs, fmt.Errorf("device %s: "+format, append([]any{v.name}, args...)...))
	}
}

// powers requires that each value be a power of two.
func (v *validator) powers(what string, values ...int) {
	for _, n := range values {
		v.require(n > 0 && n&(n-1) == 0, "%s must be a power of two, have %d", what, n)
	}
}

func (v *validator) warps(s *Spec) {
	l := &s.Limits
	v.powers("the warp size", s.WarpSize)
	v.require(s.WarpSize <= MaxLanes, "%d lanes a warp, at most %d are possible", s.WarpSize, MaxLanes)
	v.require(s.SMs > 0 && s.ClockMHz > 0, "%d SMs at %d MHz", s.SMs, s.ClockMHz)
	v.require(l.WarpsPerSM*s.WarpSize == l.ThreadsPerSM, "%d warps of %d lanes are not %d threads", l.WarpsPerSM, s.WarpSize, l.ThreadsPerSM)
	v.require(0 < l.ThreadsPerBlock && l.ThreadsPerBlock <= l.ThreadsPerSM, "a block of %d threads in an SM of %d", l.ThreadsPerBlock, l.ThreadsPerSM)
	v.require(l.Block.X == l.ThreadsPerBlock, "a block may be %d wide but hold %d threads", l.Block.X, l.ThreadsPerBlock)
	v.require(l.BlocksPerSM > 0 && l.ParamBytes > 0 && l.ConstBytes > 0, "limits must be positive: %+v", *l)
	for _, d := range []Dim3{l.Block, l.Grid} {
		v.require(d.X > 0 && d.Y > 0 && d.Z > 0, "extents must be positive, have %v", d)
	}
}

func (v *validator) registers(r *RegisterFile) {
	v.powers("the register allocation unit", r.AllocUnit)
	v.require(0 < r.PerBlock && r.PerBlock <= r.PerSM, "%d registers a block of %d", r.PerBlock, r.PerSM)
	v.require(0 < r.PerThreadMax && r.PerThreadMax < 256, "%d registers a thread", r.PerThreadMax)
	v.require(r.WarpGranule > 0, "a warp granule of %d", r.WarpGranule)
	v.require(r.Banks >= 0, "%d banks of registers", r.Banks)
	v.require(r.SubPartitions > 0 && r.PerSM%r.SubPartitions == 0, "%d registers in %d parts", r.PerSM, r.SubPartitions)
}

func (v *validator) shared(s *Spec) {
	m := &s.Shared
	v.powers("banks and their widths", m.Banks, m.BankBytes, m.InterleaveBytes, m.LanesPerPhase, m.AllocUnit)
	v.require(m.Banks <= MaxLanes, "%d banks, at most %d are possible", m.Banks, MaxLanes)
	v.require(m.InterleaveBytes <= m.BankBytes, "pieces of %d bytes in banks of %d", m.InterleaveBytes, m.BankBytes)
	v.require(m.LanesPerPhase <= s.WarpSize, "%d lanes a phase of %d", m.LanesPerPhase, s.WarpSize)
	v.require(0 < m.PerBlock && m.PerBlock <= m.PerBlockOptin, "%d shared bytes a block, %d when asked", m.PerBlock, m.PerBlockOptin)
	v.require(m.PerBlockOptin+m.Reserved <= m.PerSM, "%d+%d shared bytes of %d", m.PerBlockOptin, m.Reserved, m.PerSM)
	for _, width := range m.BankModes {
		v.powers("widths that banks can be set to", width)
		v.require(width <= m.BankBytes, "banks of %d bytes set to %d", m.BankBytes, width)
	}
	v.require(len(m.BankModes) == 0 || slices.Contains(m.BankModes, m.InterleaveBytes), "pieces of %d bytes, can be set to %v", m.InterleaveBytes, m.BankModes)
	for c, bytes := range m.Splits {
		v.require(0 <= bytes && bytes <= m.PerSM, "%d shared bytes of %d when %s is preferred", bytes, m.PerSM, CachePreference(c))
	}
	v.require(m.Splits == [NumCachePreferences]int{} || m.Splits[CacheNone] == m.PerSM, "%d shared bytes, %d without a preference", m.PerSM, m.Splits[CacheNone])
	v.require(m.SlowAbove == 0 || m.SlowAbove >= m.BankBytes, "words wider than %d bytes are slow, banks have %d", m.SlowAbove, m.BankBytes)
	v.configs(m)
	v.require(m.AtomicWavefronts >= 0, "%d wavefronts an atomic", m.AtomicWavefronts)
}

// configs requires that the sizes of shared memory ascend to all there is, and
// that the preferences choose among them.
func (v *validator) configs(m *SharedMemory) {
	if m.Configs == nil {
		return
	}
	v.require(slices.IsSorted(m.Configs) && m.Configs[len(m.Configs)-1] == m.PerSM, "%d shared bytes configured as one of %v", m.PerSM, m.Configs)
	for c, bytes := range m.Splits {
		v.require(bytes == 0 || slices.Contains(m.Configs, bytes), "%d shared bytes when %s is preferred, configured as one of %v", bytes, CachePreference(c), m.Configs)
	}
}

func (v *validator) global(g *GlobalMemory) {
	v.powers("sectors, lines and alignments", g.SectorBytes, g.LineBytes, g.AllocAlign, g.PitchAlign)
	v.require(g.SectorBytes <= g.LineBytes && g.LineBytes/g.SectorBytes <= MaxSectors, "lines of %d bytes in sectors of %d", g.LineBytes, g.SectorBytes)
	v.require(g.AllocAlign%g.LineBytes == 0, "allocations aligned to %d would split lines of %d", g.AllocAlign, g.LineBytes)
	v.require(g.Coalesce >= CoalesceHalfWarp && g.Coalesce <= CoalesceSector, "no coalescing rule %d", g.Coalesce)
	v.require(g.Bytes > 0 && g.L2Bytes >= 0, "%d bytes behind an L2 of %d", g.Bytes, g.L2Bytes)
}

// bank requires that the extents end before the parameters begin.
func (v *validator) bank(b *ConstantBank) {
	const extent = 3 * 4
	v.require(*b == ConstantBank{} || max(b.BlockDim, b.GridDim)+extent <= b.Params,
		"extents at %#x and %#x of the constant bank, parameters at %#x", b.BlockDim, b.GridDim, b.Params)
}

// caches requires sound geometries, whole lines for L1 whatever shared memory
// takes of what the two divide, and an L2 of the size the device reports.
func (v *validator) caches(s *Spec) {
	c := &s.Caches
	v.cache("L1", c.L1)
	v.cache("read-only cache", c.ReadOnly)
	v.cache("L2", c.L2)
	v.cache("constant cache", c.Const)
	v.cache("second constant cache", c.ConstMid)
	v.require(c.L2.Bytes == s.Global.L2Bytes, "an L2 of %d bytes caches %d", s.Global.L2Bytes, c.L2.Bytes)
	v.require(c.CoalescedReads == 0 || s.Clusters.SMs > 0, "%d reads coalesced where clusters are not known", c.CoalescedReads)
	v.l2(c)
	v.require(c.Const.Bytes > 0, "no constant cache")
	v.require(c.L1.Bytes > 0 || !s.Global.GlobalInL1, "no L1, but global loads in it")
	v.powers("what is fetched from memory", c.DRAMBytes)
	if c.Unified == 0 {
		return
	}
	v.require(len(s.Shared.Configs) > 0, "L1 and shared memory divide %d bytes in no known way", c.Unified)
	v.require(c.L1.Bytes == c.Unified-s.Shared.PerSM, "an L1 of %d bytes, %d are left of %d", c.L1.Bytes, c.Unified-s.Shared.PerSM, c.Unified)
	for _, shared := range s.Shared.Configs {
		left := c.L1
		left.Bytes = c.Unified - shared
		v.cache(fmt.Sprintf("L1 beside %d shared bytes", shared), left)
	}
}

// cache requires that a cache be lines in whole sets, if there is one.
func (v *validator) cache(what string, c Cache) {
	if c == (Cache{}) {
		return
	}
	v.powers("lines of the "+what, c.LineBytes)
	if c.LineBytes <= 0 {
		return
	}
	lines := c.Bytes / c.LineBytes
	v.require(lines > 0 && c.Bytes%c.LineBytes == 0, "%s: %d bytes are not lines of %d", what, c.Bytes, c.LineBytes)
	v.require(c.Ways >= 0 && lines%max(1, c.Ways) == 0, "%s: %d lines are not sets of %d", what, lines, c.Ways)
	v.require(!c.Folded || 0 < c.Ways && lines <= maxFolded*c.Ways, "%s: %d lines in more than %d folded sets", what, lines, maxFolded)
}

// maxFolded is how many sets the package cache can index.
const maxFolded = 1 << 10

// l2 requires that the parts of L2 be caches and its limits within its sets.
func (v *validator) l2(c *Caches) {
	part := c.L2
	part.Bytes /= max(1, c.L2Parts)
	v.cache("part of L2", part)
	h := c.L2Hash
	v.require(h == nil || c.L2Parts == 2 && h.High < h.Bits && h.Bits < 64, "a hash of two parts says where lines of %d are", c.L2Parts)
	for _, ways := range []int{c.L2DirtyWays, c.L2PartialWays} {
		v.require(0 <= ways && ways <= c.L2.Ways, "at most %d of %d ways of L2", ways, c.L2.Ways)
	}
}

func (v *validator) rates(s *Spec) {
	r := &s.Rates
	v.powers("words of local memory", s.Local.WordBytes)
	v.require(r.IssuePerCycle > 0 && r.L1WavefrontCycles > 0 && r.DRAMBytesPerSecond > 0 && r.LaunchCycles > 0, "rates must be positive: %+v", *r)
	v.require((r.L2BytesPerSecond > 0) == (s.Global.L2Bytes > 0), "an L2 of %d bytes at %g bytes a second", s.Global.L2Bytes, r.L2BytesPerSecond)
	v.require(r.L2BytesPerSecond == 0 || r.L2BytesPerSecond >= r.DRAMBytesPerSecond, "an L2 of %g bytes a second passes %g from memory on", r.L2BytesPerSecond, r.DRAMBytesPerSecond)
	v.require(!s.Global.GlobalInL1 || r.L1BytesPerCycle > 0, "an L1 of %g bytes a cycle", r.L1BytesPerCycle)
}

// transfer requires links that carry something and room for work.
func (v *validator) transfer(t *Transfer) {
	v.require(t.CopyEngines >= 0 && t.Queues > 0 && t.Kernels > 0, "%d copy engines, %d queues, %d kernels at a time", t.CopyEngines, t.Queues, t.Kernels)
	for _, l := range []Link{t.Host.ToDevice, t.Host.FromDevice, t.Host.StagedTo, t.Host.StagedFrom, t.Calls.Pin, t.Calls.Register} {
		v.require(l.Micros >= 0 && l.BytesPerSecond > 0, "a link of %g µs and %g bytes a second", l.Micros, l.BytesPerSecond)
	}
	v.require(t.Host.StagedTo.BytesPerSecond < t.Host.ToDevice.BytesPerSecond, "staged copies are as fast as others")
	v.require(!t.Faults || t.PageBytes > 0, "faults on pages of %d bytes", t.PageBytes)
	v.require(t.RegionBytes == 0 || t.Faults && t.RegionBytes%max(t.PageBytes, 1) == 0, "faults bring pages of %d bytes within %d", t.PageBytes, t.RegionBytes)
}

// allocator requires blocks that small requests share.
func (v *validator) allocator(s *Spec) {
	a := &s.Alloc
	v.powers("blocks of memory", a.BlockBytes)
	v.require(0 < a.SmallBytes && a.SmallBytes <= a.BlockBytes, "requests of %d bytes share blocks of %d", a.SmallBytes, a.BlockBytes)
	v.require(a.BlockBytes%s.Global.AllocAlign == 0, "blocks of %d bytes, aligned to %d", a.BlockBytes, s.Global.AllocAlign)
	v.require(a.Mapped.BytesPerSecond > 0 && a.Unmapped.BytesPerSecond > 0, "blocks are mapped in no time: %+v", *a)
}
