package kustomize

// Words of outcomes that come up often.
const (
	stale = "stale base config image role secret" // every reference
	added = "namespace added"                     // to cluster-scoped objects
	// staleAcross: kustomize knows the fields, and takes the target for one of
	// another namespace.
	staleAcross = "stale config role"
)

// wants is what comes out of each row, in the order of the columns: nothing,
// nameReference, Component, Component in base, ValkeyRender, Component +
// ValkeyRender. "doubted" means that ValkeyValidate warns of a reference that is
// right in the end.
var wants = map[string][6]string{
	"no change":                            {"ok", "ok", "ok", "ok", "ok", "ok"},
	"prefix":                               {stale, staleAcross + ", doubted", "ok", "ok", "ok", "ok"},
	"suffix":                               {stale, staleAcross + ", doubted", "ok", "ok", "ok", "ok"},
	"two prefixes":                         {stale, staleAcross + ", doubted", "ok", "ok", "ok", "ok"},
	"prefix in base":                       {stale, staleAcross + ", doubted", "ok, doubted", "ok", "ok", "ok"},
	"namespace":                            {added, added, "ok", "ok", "ok", "ok"},
	"prefix and namespace":                 {added + ", " + stale, added + ", doubted", "ok", "ok", "ok", "ok"},
	"prefix in base, namespace in overlay": {added + ", " + stale, added + ", doubted", "ok", "ok", "ok", "ok"},
	"user added": {
		stale + "; users second",
		staleAcross + ", doubted; users second",
		"ok; users second team",
		"ok; users second team",
		"ok; users second",
		"ok; users second team",
	},
	"image renamed": {
		"ok; repository valkey/valkey",
		"ok; repository registry.example/valkey",
		"ok; repository registry.example/valkey",
		"ok; repository registry.example/valkey",
		"ok; repository valkey/valkey",
		"ok; repository registry.example/valkey",
	},
	"image tagged": {
		"ok; repository valkey/valkey",
		"ok; repository valkey/valkey:9.0.1",
		"ok; repository valkey/valkey:9.0.1",
		"ok; repository valkey/valkey:9.0.1",
		"ok; repository valkey/valkey",
		"ok; repository valkey/valkey:9.0.1",
	},
	"shards": {
		"refused: resource with name my-cluster does not match a config",
		staleAcross + ", doubted; shards 9",
		"ok; shards 9",
		"ok; shards 9",
		"refused: resource with name my-cluster does not match a config",
		"ok; shards 9",
	},
	"container patched": {
		stale + "; containers c b",
		staleAcross + ", doubted; containers c b",
		"ok; containers c b",
		"ok; containers c b",
		"ok; containers c b",
		"ok; containers c b",
	},
	"openapi at the root": {
		added + ", " + stale + "; containers c",
		added + ", doubted; containers c",
		added + ", doubted; containers c",
		added + ", doubted; containers c",
		"ok; containers c",
		"ok; containers c",
	},
	"openapi of another base":                  {added + ", " + stale, added + ", doubted", added + ", doubted", added + ", doubted", "ok", "ok"},
	"generated secret":                         {added + ", " + stale, added + ", doubted", added, "ok", "stale secret", "ok"},
	"menu and tenant apart":                    {added + ", " + stale, added + ", doubted", "ok", "ok", "ok", "ok"},
	"menu apart, tenant prefixed":              {"stale secret", "ok", "ok", "ok", "ok", "ok"},
	"menu prefixed, tenant apart":              {"stale base config image role", staleAcross + ", doubted", "ok, doubted", "ok", "ok", "ok"},
	"menu prefixed, tenant prefixed otherwise": {stale, staleAcross + ", doubted", "ok, doubted", "ok", "ok", "ok"},
	"two copies": {
		stale + "; a-my-cluster uses standard, b-my-cluster uses standard",
		staleAcross + ", doubted; a-my-cluster uses standard, b-my-cluster uses standard",
		"ok, doubted; a-my-cluster uses a-standard, b-my-cluster uses b-standard",
		"ok; a-my-cluster uses a-standard, b-my-cluster uses b-standard",
		"ok; a-my-cluster uses a-standard, b-my-cluster uses b-standard",
		"ok; a-my-cluster uses a-standard, b-my-cluster uses b-standard",
	},
	"two copies, prefix and namespace": {
		added + ", " + stale + "; dev-a-my-cluster uses standard, dev-b-my-cluster uses standard",
		added + ", doubted; dev-a-my-cluster uses dev-a-standard, dev-b-my-cluster uses dev-b-standard",
		"ok; dev-a-my-cluster uses dev-a-standard, dev-b-my-cluster uses dev-b-standard",
		"ok; dev-a-my-cluster uses dev-a-standard, dev-b-my-cluster uses dev-b-standard",
		"ok; dev-a-my-cluster uses dev-a-standard, dev-b-my-cluster uses dev-b-standard",
		"ok; dev-a-my-cluster uses dev-a-standard, dev-b-my-cluster uses dev-b-standard",
	},
	"own menu beside a shared one": {
		"stale secret, doubted; my-cluster-x uses standard, own-my-cluster uses standard",
		"ok, doubted; my-cluster-x uses standard, own-my-cluster uses standard",
		"ok, doubted; my-cluster-x uses own-standard, own-my-cluster uses own-standard",
		"ok; my-cluster-x uses own-standard, own-my-cluster uses own-standard",
		"ok; my-cluster-x uses standard, own-my-cluster uses own-standard",
		"ok; my-cluster-x uses own-standard, own-my-cluster uses own-standard",
	},
}
