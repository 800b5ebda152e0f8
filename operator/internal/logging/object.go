package logging

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
)

// object is a JSON object whose keys keep their order and are never given twice.
type object struct {
	keys   []string
	values map[string]any
}

func newObject() *object { return &object{values: map[string]any{}} }

// add appends a key. If it is taken the key gets a number, and if it is taken
// with the same value there is nothing to say.
func (o *object) add(key string, value any) {
	free := key
	for n := 2; ; n++ {
		taken, ok := o.values[free]
		if !ok {
			o.keys = append(o.keys, free)
			o.values[free] = value
			return
		}
		if reflect.DeepEqual(taken, value) {
			return
		}
		free = key + "_" + strconv.Itoa(n)
	}
}

// addUnlessEmpty is add for what has no namespace.
func (o *object) addUnlessEmpty(key string, value any) {
	if value != "" {
		o.add(key, value)
	}
}

// MarshalJSON implements json.Marshaler.
func (o *object) MarshalJSON() ([]byte, error) {
	var buffer bytes.Buffer
	buffer.WriteByte('{')
	for i, key := range o.keys {
		if i > 0 {
			buffer.WriteByte(',')
		}
		if err := encode(&buffer, key); err != nil {
			return nil, err
		}
		buffer.WriteByte(':')
		if err := encode(&buffer, o.values[key]); err != nil {
			return nil, err
		}
	}
	buffer.WriteByte('}')
	return buffer.Bytes(), nil
}

// writeLine writes the object and a line end in one Write.
func (o *object) writeLine(out io.Writer) error {
	text, err := o.MarshalJSON()
	if err != nil {
		return fmt.Errorf("encoding a log line: %w", err)
	}
	if _, err := out.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("writing a log line: %w", err)
	}
	return nil
}

// encode leaves <, > and & as they are: lines are read by people and by grep.
func encode(buffer *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	buffer.Truncate(buffer.Len() - 1) // the encoder's line end
	return nil
}
