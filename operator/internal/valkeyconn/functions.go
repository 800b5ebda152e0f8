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

// FunctionRestore gives the node, a primary, the libraries of a dump in place of
// all that it has, so that it has the same ones as where the dump was made.
func (c *Conn) FunctionRestore(ctx context.Context, dump []byte) error {
	return c.run(ctx, "FUNCTION", "RESTORE", string(dump), "FLUSH")
}
