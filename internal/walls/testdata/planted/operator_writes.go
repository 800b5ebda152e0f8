package act

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

func plantedBare(ctx context.Context, c client.Client, o client.Object) error {
	return c.Patch(ctx, o, nil)
}

func plantedStatus(ctx context.Context, c client.Client, o client.Object) error {
	failpoint.Reached("Before")
	return c.Status().Update(ctx, o)
}

func plantedTwice(ctx context.Context, c client.Client, o client.Object) {
	_ = c.Create(ctx, o)
	_ = c.Delete(ctx, o)
	failpoint.Reached("Deleted")
}

func plantedOpen(ctx context.Context, c client.Client, o client.Object) error {
	return c.Delete(ctx, o)
}

func plantedThrough(ctx context.Context, c client.Client, o client.Object) error {
	return plantedOpen(ctx, c, o)
}

func plantedHandedOn(conn *valkeyconn.Conn) func(context.Context, string) error {
	return conn.Forget
}

func plantedMarked(ctx context.Context, conn *valkeyconn.Conn, c client.Client, o client.Object) error {
	_ = plantedOpen(ctx, c, o)
	failpoint.Reached("Opened")
	_, err := conn.Server(ctx)
	return err
}
