package debs

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// rolling are the names under which any Debian mirror offers its releases beside their code names.
var rolling = []string{"stable", "oldstable", "testing", "unstable", "sid"}

// ErrNoMirror says that the machine's apt knows no Debian mirror.
var ErrNoMirror = errors.New("no Debian mirror among the machine's apt sources")

// mirrorOf picks the Debian mirror from the output of `apt-get indextargets` with the format of targetFormat: the
// first source of the main component of a whole release (not of its security or updates). Before a first update apt
// does not know whose a source is; one that is known to be Debian's goes first.
func mirrorOf(targets, codename string) (string, error) {
	var guess string
	for line := range strings.Lines(targets) {
		field := strings.Split(strings.TrimSpace(line), "|")
		if len(field) != 4 {
			continue
		}
		uri, release, component, origin := field[0], field[1], field[2], field[3]
		if component != "main" || (release != codename && !slices.Contains(rolling, release)) {
			continue
		}
		if origin == "Debian" {
			return uri, nil
		}
		if guess == "" && strings.HasPrefix(origin, "$") { // apt leaves what it does not know as it stands
			guess = uri
		}
	}
	if guess == "" {
		return "", ErrNoMirror
	}
	return guess, nil
}

const targetFormat = "$(REPO_URI)|$(RELEASE)|$(COMPONENT)|$(ORIGIN)"

// codename reads the machine's release from the text of os-release; empty on a release without one.
func codename(osRelease string) string {
	scanner := bufio.NewScanner(strings.NewReader(osRelease))
	for scanner.Scan() {
		if value, ok := strings.CutPrefix(scanner.Text(), "VERSION_CODENAME="); ok {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// keyring finds the file with Debian's archive keys, under its name of now or of before Debian 13.
func keyring(exists func(string) bool) (string, error) {
	for _, path := range []string{
		"/usr/share/keyrings/debian-archive-keyring.pgp",
		"/usr/share/keyrings/debian-archive-keyring.gpg",
	} {
		if exists(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("no keyring of the Debian archive: install the package debian-archive-keyring")
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
