package toolchain

// This file keeps PTX in the user's cache. An entry is found by the compiler, its flags, the name and
// the text of the file, and holds the hashes of the files that it includes. The same files in another
// folder have the same entry, unless their code can tell where they lie.

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
	"strings"
	"time"
)

// mostEntries bounds the cache; the oldest entries leave it.
const mostEntries = 512

// entry is where the cache keeps what is made of an input.
type entry struct {
	here     string // the file for this folder alone; "" where there is no cache
	anywhere string // the file for all folders
	folder   string // of the input
}

// kept is the contents of a file of the cache.
type kept struct {
	Folder string `json:"folder"` // of the input that it was made of
	Uses   Uses   `json:"uses"`
	PTX    string `json:"ptx"`
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
	file := func(place string) string {
		key, err := json.Marshal([]any{t.Path, t.Version, flags, place, filepath.Base(path), hashOf(path), in.Instances})
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return filepath.Join(cache, "ptx", fmt.Sprintf("%x.json", sha256.Sum256(key)))
	}
	folder := filepath.Dir(path)
	e := entry{here: file(folder), folder: folder}
	if len(in.Folders) == 0 { // flags may name folders beside the working folder
		e.anywhere = file("")
	}
	return e
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
	for _, path := range []string{e.here, e.anywhere} {
		text, err := os.ReadFile(path)
		var k kept
		if err != nil || json.Unmarshal(text, &k) != nil || !k.moveTo(e.folder) || !k.Uses.Current() {
			continue
		}
		now := time.Now()
		os.Chtimes(path, now, now) // it was used: the oldest leave the cache
		return []byte(k.PTX)
	}
	return nil
}

// moveTo makes of the contents what the compiler would make of the same files in another folder. It
// reports false where a file there would be included in place of one elsewhere.
func (k *kept) moveTo(folder string) bool {
	if k.Folder == folder {
		return true
	}
	moved := Uses{}
	for path, hash := range k.Uses {
		if within, ok := strings.CutPrefix(path, k.Folder+"/"); ok {
			path = filepath.Join(folder, within)
		} else if _, err := os.Stat(filepath.Join(folder, filepath.Base(path))); err == nil {
			return false
		}
		moved[path] = hash
	}
	k.Uses, k.PTX = moved, strings.ReplaceAll(k.PTX, k.Folder+"/", folder+"/")
	return true
}

// write puts PTX into the cache. A cache that cannot be written is as good as none.
func (e entry) write(ptx []byte, uses string) {
	of, err := UsesOf(uses)
	if err != nil || e.here == "" {
		return
	}
	maps.DeleteFunc(of, func(path, _ string) bool { return filepath.Dir(path) == filepath.Dir(uses) })
	path := e.here
	if e.anywhere != "" && of.tellNoPlace(e.folder) {
		path = e.anywhere
	}
	text, err := json.Marshal(kept{e.folder, of, string(ptx)})
	dir := filepath.Dir(path)
	if err != nil || os.MkdirAll(dir, 0o755) != nil {
		return
	}
	Replace(path, text, 0o600)
	trim(dir)
}

// place matches what gives code the name of its file, or may: assert does.
var place = regexp.MustCompile(`FILE|assert|source_location`)

// tellNoPlace reports whether the files in a folder and below would be compiled alike anywhere, and all
// others belong to the system or the toolchain.
func (u Uses) tellNoPlace(folder string) bool {
	cache, err := Cache()
	if err != nil {
		return false
	}
	for path := range u {
		if !strings.HasPrefix(path, folder+"/") {
			if !strings.HasPrefix(path, "/usr/") && !strings.HasPrefix(path, cache+"/") {
				return false
			}
			continue
		}
		if text, err := os.ReadFile(path); err != nil || place.Match(text) {
			return false
		}
	}
	return true
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
