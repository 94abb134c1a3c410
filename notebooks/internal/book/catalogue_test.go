package book

// This file tests that translations are in step with the texts.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/notebooks/internal/setup"
)

// theEnv is the environment of this repository's book.
func theEnv(t *testing.T) *setup.Env {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: it runs Sphinx, and installs it when .venv-book is missing")
	}
	root, err := setup.FindRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	env := setup.NewBook(root)
	if err := env.Prepare(t.Context(), os.Stderr); err != nil {
		t.Fatal(err)
	}
	return env
}

// chapters are translated in every language.
var chapters = []string{"notebooks/00_start", "notebooks/07_coalescing", "notebooks/13_shared_memory"}

// TestCatalogues compares the catalogues with the texts that Sphinx extracts. A catalogue in
// which nothing is translated is not a fault.
func TestCatalogues(t *testing.T) {
	env := theEnv(t)
	faults, open, err := Faults(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
	for _, f := range open {
		t.Log(f)
	}
	for _, l := range languages[1:] {
		have, err := catalogued(localeFolder(env.Root()), l)
		if err != nil {
			t.Fatal(err)
		}
		for _, chapter := range chapters {
			if !strings.Contains(strings.Join(have, " ")+" ", chapter+" ") {
				t.Errorf("%s has no catalogue of %s", l.code, chapter)
			}
		}
	}
}

// TestFaultsOfCatalogues checks that each fault of a catalogue is found.
func TestFaultsOfCatalogues(t *testing.T) {
	env := theEnv(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("page.pot", message("Run `a` of [b](c.md).", "")+message("Go on.", "")+message("`code`", "")+message("Stop.", ""))
	catalogue := "ru/LC_MESSAGES/page.po"
	for _, c := range []struct{ catalogue, want string }{
		{message("Run `a` of [b](c.md).", "Запуск `a`: [b](c.md).") + message("Go on.", "Дальше.") + message("Stop.", "Стоп.") + message("`code`", ""), ""},
		{message("Run `a` of [b](c.md).", "") + message("Go on.", "") + message("Stop.", "") + message("`code`", ""), "not translated yet"},
		{message("Run `a` of [b](c.md).", "Запуск `b`: [b](d.md).") + message("Go on.", "") + "#, fuzzy\n" + message("Stop.", "Стой.") + message("Old.", "Старо."),
			"not in the text any more: Old.|new: `code`|not translated: Go on.|other code, ['a', 'b']: Run `a` of [b](c.md).|other links, ['c.md', 'd.md']: Run `a` of [b](c.md).|fuzzy: Stop."},
	} {
		write(catalogue, c.catalogue)
		got, err := script(t.Context(), env, "check", dir, dir, languages[2], []string{"page"})
		if err != nil {
			t.Fatal(err)
		}
		got = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(got), "ru page: ", ""), "\n", "|")
		if got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
}

func message(text, translation string) string {
	return "msgid \"" + text + "\"\nmsgstr \"" + translation + "\"\n\n"
}
