package replay

// This file guesses a warp's next access from those it made before. Recording
// and playing share the guess, so that what comes as guessed need not be kept.

import "gpucourse/gpusim/internal/trace"

// form is the shape of an access: everything but where it begins.
type form struct {
	mask      trace.Mask
	irregular bool // the lanes' places are the pattern of the site
	dx, dy    int64
}

// site is what a warp did last at one instruction.
type site struct {
	base, delta uint64 // of the last access, and how far it was from the one before
	form        form
	next        int32 // site of the access that followed
	seen        bool
}

// barrierSite is the site of all barriers. A warp begins as if it came from one.
const barrierSite = 0

// predictor is what is known of one warp. The guess: the site that followed
// the present one last time, in the same form, as far from the last access
// there as that one was from the one before.
type predictor struct {
	sites    []site
	patterns []*trace.Lanes // by site: where the lanes lie from the first active one; nil where that was never irregular
	at       int32          // site of the last access
	base     uint64         // of the last access
}

// begin forgets everything, for a warp of sites sites.
func (p *predictor) begin(sites int) {
	if len(p.sites) != sites {
		p.sites, p.patterns = make([]site, sites), make([]*trace.Lanes, sites)
	}
	clear(p.sites)
	p.at, p.base = barrierSite, 0
}

// origin is what the next base at a site is told from.
func (p *predictor) origin(s *site) uint64 {
	if s.seen {
		return s.base
	}
	return p.base
}

// learn takes an access that was not as guessed.
func (p *predictor) learn(at int32, base uint64, f form) {
	s := &p.sites[at]
	if s.seen {
		s.delta = base - s.base
	}
	s.base, s.form, s.seen = base, f, true
	p.base = base
	p.moved(at)
}

// moved takes note that the warp has come to a site.
func (p *predictor) moved(at int32) {
	p.sites[p.at].next = at
	p.at = at
}

// follow takes an access that was as guessed, at site at.
func (p *predictor) follow(at int32, s *site) {
	s.base += s.delta
	p.at, p.base = at, s.base
}

// pattern returns the memory for a site's pattern.
func (p *predictor) pattern(at int32) *trace.Lanes {
	if p.patterns[at] == nil {
		p.patterns[at] = new(trace.Lanes)
	}
	return p.patterns[at]
}
