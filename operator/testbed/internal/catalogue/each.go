package catalogue

import (
	"context"
	"runtime"
	"sync"
)

// each calls do for every item, several at a time, and returns the results in the order of the items. The first error
// ends it. perCore is how many run at once on each core: more than one where most of the time is waiting.
func each[In, Out any](ctx context.Context, perCore int, items []In, do func(context.Context, int, In) (Out, error)) ([]Out, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]Out, len(items))
	next := make(chan int)
	var workers sync.WaitGroup
	for worker := range perCore * runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				result, err := do(ctx, worker, items[i])
				if err != nil {
					cancel(err)
				}
				results[i] = result
			}
		})
	}
	for i := range items {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return results, context.Cause(ctx)
}
