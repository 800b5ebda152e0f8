package conf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestParseMemory(t *testing.T) {
	tests := map[string]int64{
		"0": 0, "1024": 1024, "10b": 10, "10B": 10,
		"2k": 2000, "2kb": 2048, "2KB": 2048,
		"1500m": 1_500_000_000, "1mb": 1 << 20, "512Mb": 512 << 20,
		"2g": 2_000_000_000, "2gb": 2 << 30, "2GB": 2 << 30, "007": 7,
		"9223372036854775807": 1<<63 - 1, "8589934591gb": 8589934591 << 30,
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			got, err := conf.ParseMemory(text)
			if err != nil || got != want {
				t.Errorf("ParseMemory(%q) = %d, %v, want %d", text, got, err, want)
			}
		})
	}
}

func TestParseMemoryErrors(t *testing.T) {
	tests := map[string]string{ // text -> suggestion
		"2Gi": "2gb", "2GiB": "2gb", "512Mi": "512mb", "64Ki": "64kb", "1Ti": "1024gb", "1t": "1000g", "2tb": "2048gb",
		"1.5gb": "1536mb", "1.5g": "1500m", "0.5kb": "512", "1e9": "1g", "2 GB": "2gb", "1024gi": "1024gb",
		"0.1gb": "", "gb": "", "": "", "-1": "", "-1gb": "", "+1gb": "1gb", "50%": "", "abc": "", "1e999": "", "nan": "", "infgb": "", "1gbb": "", "٣gb": "",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			got, err := conf.ParseMemory(text)
			var size *conf.SizeError
			if !errors.As(err, &size) {
				t.Fatalf("ParseMemory(%q) = %d, %v, want a SizeError", text, got, err)
			}
			if size.Suggestion != want {
				t.Errorf("suggestion = %q, want %q", size.Suggestion, want)
			}
			if size.Suggestion != "" && !strings.Contains(err.Error(), size.Suggestion) {
				t.Errorf("error %q does not hold the suggestion", err)
			}
		})
	}
}

func TestParseMemoryTooLarge(t *testing.T) {
	for _, text := range []string{"9223372036854775808", "8589934592gb", "99999999999999999999999999g"} {
		_, err := conf.ParseMemory(text)
		var size *conf.SizeError
		if !errors.As(err, &size) || !size.TooLarge {
			t.Errorf("ParseMemory(%q): %v, want a SizeError that is too large", text, err)
		}
	}
}

func FuzzParseMemory(f *testing.F) {
	for _, seed := range []string{"2gb", "2Gi", "1.5gb", "1e9", "", "-1", "0x10", "1_000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := conf.ParseMemory(text)
		if err == nil {
			if n < 0 {
				t.Errorf("ParseMemory(%q) = %d, want no negative size", text, n)
			}
			return
		}
		var size *conf.SizeError
		if !errors.As(err, &size) {
			t.Fatalf("error %v is no SizeError", err)
		}
		if size.Suggestion == "" {
			return
		}
		if _, err := conf.ParseMemory(size.Suggestion); err != nil {
			t.Errorf("suggestion for %q: %v", text, err)
		}
	})
}
