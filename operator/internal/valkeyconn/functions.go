package valkeyconn

import "context"

// FunctionDump returns all function libraries of the node, in a form for
// FunctionRestore only.
func (c *Conn) FunctionDump(ctx context.Context) ([]byte, error) {
	k := command{words: []string{"FUNCTION", "DUMP"}}
	replies, err := c.send(ctx, k)
	if err != nil {
		return nil, err
	}
	dump, err := replies[0].ToString()
	if err != nil {
		return nil, c.replyError(k, err)
	}
	return []byte(dump), nil
}

// FunctionRestore adds the libraries of a dump to the node, a primary. Those of
// the same name are replaced and all others stay, so that no library is lost and
// a second call with the same dump does no harm.
func (c *Conn) FunctionRestore(ctx context.Context, dump []byte) error {
	return c.run(ctx, "FUNCTION", "RESTORE", string(dump), "REPLACE")
}
