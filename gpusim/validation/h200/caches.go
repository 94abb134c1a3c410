package h200

// This file reads the cache counters of the launches of caches.cu.

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strings"
)

//go:embed caches/caches_*.csv
var cachesCSV embed.FS

// CacheCase is one launch of caches.cu with its counters, in sectors.
type CacheCase struct {
	Name                  string
	Loads, LoadHits       int // L1, global
	Stores, StoreHits     int // L1, global; a hit found its line
	LocalLoads, LocalHits int
	LocalStores           int
	L2Reads, L2ReadHits   int
	L2Writes              int
	DRAMReads, DRAMWrites int
	SharedBytes           int // of the SM's memory, as configured
}

// cacheColumns returns the field of a CacheCase for each counter.
var cacheColumns = map[string]func(*CacheCase) *int{
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":            func(c *CacheCase) *int { return &c.Loads },
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum": func(c *CacheCase) *int { return &c.LoadHits },
	"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum":            func(c *CacheCase) *int { return &c.Stores },
	"l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum": func(c *CacheCase) *int { return &c.StoreHits },
	"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum":             func(c *CacheCase) *int { return &c.LocalLoads },
	"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum":  func(c *CacheCase) *int { return &c.LocalHits },
	"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum":             func(c *CacheCase) *int { return &c.LocalStores },
	"lts__t_sectors_srcunit_tex_op_read.sum":                    func(c *CacheCase) *int { return &c.L2Reads },
	"lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum":         func(c *CacheCase) *int { return &c.L2ReadHits },
	"lts__t_sectors_srcunit_tex_op_write.sum":                   func(c *CacheCase) *int { return &c.L2Writes },
	"dram__sectors_read.sum":                                    func(c *CacheCase) *int { return &c.DRAMReads },
	"dram__sectors_write.sum":                                   func(c *CacheCase) *int { return &c.DRAMWrites },
	"launch__shared_mem_config_size":                            func(c *CacheCase) *int { return &c.SharedBytes },
}

// CacheCases returns the cases of a group of caches.cu: l1, local, l2 or join.
func CacheCases(group string) []CacheCase {
	text, err := cachesCSV.ReadFile("caches/caches_" + group + ".csv")
	if err != nil {
		panic(fmt.Sprintf("BUG: %v", err))
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("BUG: caches_%s.csv: %v", group, err))
	}
	var out []CacheCase
	for _, row := range rows[1:] {
		c := CacheCase{Name: row[0]}
		for i, name := range rows[0] {
			if field := cacheColumns[name]; field != nil {
				*field(&c) = int(number(row[i]))
			}
		}
		out = append(out, c)
	}
	return out
}
