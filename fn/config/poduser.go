package config

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// PodUser is the numeric user of pods, or none where the platform assigns one.
type PodUser struct {
	// ID is nil for none.
	ID *int64
}

// ParsePodUser reads a user as it stands on a command line or in a ConfigMap:
// digits, or nothing for none.
func ParsePodUser(text string) (PodUser, error) {
	if text == "" {
		return PodUser{}, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return PodUser{}, fmt.Errorf("pod user %q must be a positive number, or empty where the platform assigns one", text)
	}
	return PodUser{ID: &id}, nil
}

// UnmarshalJSON accepts a number or a string.
func (u *PodUser) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		text = string(data)
	}
	parsed, err := ParsePodUser(text)
	if err != nil {
		return err
	}
	*u = parsed
	return nil
}
