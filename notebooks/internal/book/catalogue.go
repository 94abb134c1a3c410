package book

// This file makes the catalogues of translations, and checks them.
//
// A catalogue is a .po file per language and page: locale/ru/LC_MESSAGES/notebooks/00_start.po.
// Sphinx extracts the texts of a page, and catalogue.py takes them over into the catalogues.
// A page without a catalogue, and a text without a translation, is shown in English.

import (
	"context"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/notebooks/internal/setup"
)

//go:embed catalogue.py
var catalogueScript string

// Extract updates the catalogues of all languages. Names are pages that get catalogues if
// they have none, such as "07" or "glossary".
func Extract(ctx context.Context, env *setup.Env, names []string) error {
	dir := localeFolder(env.Root())
	return catalogues(ctx, env, nil, func(templates string, l language) error {
		pages, err := catalogued(dir, l)
		if err != nil {
			return err
		}
		for _, name := range names {
			page, err := pageNamed(templates, name)
			if err != nil {
				return err
			}
			pages = append(pages, page)
		}
		slices.Sort(pages)
		_, err = script(ctx, env, "update", templates, dir, l, slices.Compact(pages))
		return err
	})
}

// Faults lists what is wrong with the catalogues, and the catalogues that are not translated
// yet.
func Faults(ctx context.Context, env *setup.Env) (faults, open []string, err error) {
	dir := localeFolder(env.Root())
	pages, all := map[string][]string{}, []string{"index"}
	for _, l := range languages[1:] {
		if pages[l.code], err = catalogued(dir, l); err != nil {
			return nil, nil, err
		}
		all = append(all, pages[l.code]...)
	}
	err = catalogues(ctx, env, all, func(templates string, l language) error {
		text, err := script(ctx, env, "check", templates, dir, l, pages[l.code])
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, ": not translated yet") {
				open = append(open, line)
				continue
			}
			faults = append(faults, line)
		}
		return err
	})
	return faults, open, err
}

// catalogues extracts the texts of some pages, nil for all, and calls do for each language but English.
func catalogues(ctx context.Context, env *setup.Env, pages []string, do func(templates string, l language) error) error {
	temp, err := os.MkdirTemp("", "catalogues")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	source, templates := filepath.Join(temp, "source"), filepath.Join(temp, "templates")
	if err := writeSource(env.Root(), source, false); err != nil {
		return err
	}
	args := []string{"-b", "gettext", "-d", filepath.Join(temp, "trees")}
	if pages == nil {
		args = append(args, "-W", "--keep-going")
	} else { // their links to other pages are broken here, which is no fault
		args = append(args, "-D", "include_patterns="+strings.Join(pages, ".*,")+".*")
	}
	if err := sphinx(ctx, env, append(args, source, templates)...); err != nil {
		return err
	}
	for _, l := range languages[1:] {
		if err := do(templates, l); err != nil {
			return err
		}
	}
	return nil
}

// catalogued lists the pages that have a catalogue.
func catalogued(dir string, l language) (pages []string, err error) {
	top := filepath.Join(dir, l.code, "LC_MESSAGES")
	err = filepath.WalkDir(top, func(file string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err == nil && filepath.Ext(file) == ".po" {
			name, _ := filepath.Rel(top, strings.TrimSuffix(file, ".po")) // file is below top
			pages = append(pages, filepath.ToSlash(name))
		}
		return err
	})
	return pages, err
}

// pageNamed finds a page by its name or number.
func pageNamed(templates, name string) (string, error) {
	name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	for _, pattern := range []string{name, "notebooks/" + name, "notebooks/" + name + "_*"} {
		found, err := fs.Glob(os.DirFS(templates), pattern+".pot")
		if err == nil && len(found) == 1 {
			return strings.TrimSuffix(found[0], ".pot"), nil
		}
	}
	return "", fmt.Errorf("%s: no such page", name)
}

// script runs catalogue.py and returns what it prints.
func script(ctx context.Context, env *setup.Env, verb, templates, dir string, l language, pages []string) (string, error) {
	args := append([]string{"-c", catalogueScript, verb, templates, dir, l.code}, pages...)
	out, err := env.Command(ctx, env.Python(), args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("catalogues of %s: %w\n%s", l.code, err, out)
	}
	return string(out), nil
}
