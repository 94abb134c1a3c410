package toolchain

// This file keeps PTX in the user's cache. An entry is found by the compiler, its flags and the
// text of the file, and holds the hashes of the files that it includes.

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// mostEntries bounds the cache; the oldest entries leave it.
const mostEntries = 512

// entry is a file of the cache.
type entry struct {
	path string // "" where there is no cache
}

// kept is the contents of an entry.
type kept struct {
	Uses Uses   `json:"uses"`
	PTX  string `json:"ptx"`
}

// Uses are the files that something was made of: their hashes, by their paths.
type Uses map[string]string

// UsesOf lists the files that a rule of make names, which a compiler wrote into a file.
func UsesOf(rule string) (Uses, error) {
	text, err := os.ReadFile(rule)
	if err != nil {
		return nil, err
	}
	u := Uses{}
	for _, path := range prerequisites(string(text)) {
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		u[path] = hashOf(path)
	}
	return u, nil
}

// Current reports whether all files are as they were.
func (u Uses) Current() bool {
	for path, hash := range u {
		if hashOf(path) != hash {
			return false
		}
	}
	return true
}

// newEntry returns the entry of an input, whether it is in the cache or not.
func newEntry(t *Tool, in *Input, flags []string) entry {
	cache, err := Cache()
	path, failed := filepath.Abs(in.File)
	if cmp.Or(err, failed) != nil {
		return entry{}
	}
	key, err := json.Marshal([]any{t.Path, t.Version, flags, path, hashOf(path), in.Instances})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return entry{filepath.Join(cache, "ptx", fmt.Sprintf("%x.json", sha256.Sum256(key)))}
}

// hashOf returns the SHA-256 of a file, "" where it cannot be read.
func hashOf(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// read returns the PTX of the entry; nil where it is not in the cache, or a file has changed.
func (e entry) read() []byte {
	text, err := os.ReadFile(e.path)
	var k kept
	if err != nil || json.Unmarshal(text, &k) != nil || !k.Uses.Current() {
		return nil
	}
	now := time.Now()
	os.Chtimes(e.path, now, now) // it was used: the oldest leave the cache
	return []byte(k.PTX)
}

// write puts PTX into the cache. A cache that cannot be written is as good as none.
func (e entry) write(ptx []byte, uses string) {
	of, err := UsesOf(uses)
	if err != nil {
		return
	}
	maps.DeleteFunc(of, func(path, _ string) bool { return filepath.Dir(path) == filepath.Dir(uses) })
	text, err := json.Marshal(kept{of, string(ptx)})
	dir := filepath.Dir(e.path)
	if err != nil || os.MkdirAll(dir, 0o755) != nil {
		return
	}
	Replace(e.path, text, 0o600)
	trim(dir)
}

// Replace writes a file so that nobody reads a part of it.
func Replace(path string, data []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = cmp.Or(err, f.Close(), os.Chmod(f.Name(), mode), os.Rename(f.Name(), path)); err != nil {
		os.Remove(f.Name())
	}
	return err
}

var (
	target       = regexp.MustCompile(`^.*?:\s`)
	prerequisite = regexp.MustCompile(`(?:\\[ #]|[^\s\\]|\\[^\s])+`)
	escaped      = regexp.MustCompile(`\\([ #])`)
)

// prerequisites lists the files behind the target of a rule of make.
func prerequisites(rule string) (list []string) {
	for _, word := range prerequisite.FindAllString(target.ReplaceAllString(rule, ""), -1) {
		list = append(list, escaped.ReplaceAllString(word, "$1"))
	}
	return list
}

// trim removes the oldest entries of a full cache.
func trim(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= mostEntries {
		return
	}
	age := func(e os.DirEntry) time.Time {
		if info, err := e.Info(); err == nil {
			return info.ModTime()
		}
		return time.Time{}
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return age(a).Compare(age(b)) })
	for _, e := range entries[:len(entries)-mostEntries] {
		os.Remove(filepath.Join(dir, e.Name()))
	}
}
