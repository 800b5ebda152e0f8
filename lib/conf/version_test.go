package conf_test

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestParseVersion(t *testing.T) {
	tests := map[string]struct {
		want  conf.Version
		known bool
	}{
		"9.0.0":                       {conf.Version{Major: 9, Minor: 0}, true},
		"9.1.2":                       {conf.Version{Major: 9, Minor: 1}, true},
		"v9.1":                        {conf.Version{Major: 9, Minor: 1}, true},
		"V8.0":                        {conf.Version{Major: 8, Minor: 0}, true},
		"9":                           {conf.Version{Major: 9, Minor: 0}, true},
		" 9.1 ":                       {conf.Version{Major: 9, Minor: 1}, true},
		"9.1.2-alpine":                {conf.Version{Major: 9, Minor: 1}, true},
		"9.1rc1":                      {conf.Version{Major: 9, Minor: 1}, true},
		"9.x":                         {conf.Version{Major: 9, Minor: 0}, true},
		"9.0.0@sha256:0123456789abcd": {conf.Version{Major: 9, Minor: 0}, true},
		"7.2.5":                       {conf.Version{Major: 7, Minor: 2}, true},
		"10.12":                       {conf.Version{Major: 10, Minor: 12}, true},
		"":                            {conf.Version{}, false},
		"v":                           {conf.Version{}, false},
		"unstable":                    {conf.Version{}, false},
		"latest":                      {conf.Version{}, false},
		"0.9":                         {conf.Version{}, false},
		"-9":                          {conf.Version{}, false},
		"20250101":                    {conf.Version{}, false},
		"99999999999999999999.1":      {conf.Version{}, false},
	}
	for text, tt := range tests {
		t.Run(text, func(t *testing.T) {
			got, known := conf.ParseVersion(text)
			if got != tt.want || known != tt.known {
				t.Errorf("ParseVersion(%q) = %v, %v, want %v, %v", text, got, known, tt.want, tt.known)
			}
			if got.Known() != tt.known {
				t.Errorf("Known() = %v, want %v", got.Known(), tt.known)
			}
		})
	}
}

func TestBelow(t *testing.T) {
	tests := map[string]bool{"8.1": true, "7": true, "9.0": false, "9.1": false, "10": false, "unstable": false}
	for text, want := range tests {
		v, _ := conf.ParseVersion(text)
		if got := v.Below(9, 0); got != want {
			t.Errorf("ParseVersion(%q).Below(9, 0) = %v, want %v", text, got, want)
		}
	}
	if unknown := (conf.Version{}); !unknown.Below(9, 1) {
		t.Error("an unknown version is not below 9.1, want it to count as 9.0")
	}
}

func TestVersionString(t *testing.T) {
	for want, v := range map[string]conf.Version{"9.1": {Major: 9, Minor: 1}, "unknown": {}} {
		if got := v.String(); got != want {
			t.Errorf("String() = %q, want %q", got, want)
		}
	}
}
