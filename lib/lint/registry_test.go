package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// published is what users configure and what the operator reports: an id, a
// slug or a severity that changes here breaks somebody.
const published = `
VK001 SchemaInvalid error
VK002 UnknownField error
VK003 NamespaceOnClusterScoped error
VK004 DuplicateObject error
VK005 CELRule error
VK006 ImmutableChanged error
VK007 MetadataInvalid error
VK008 GenerateName warning
VK009 UnknownAPIVersion error
VK010 ImageNotFound error
VK011 ConfigNotFound error
VK012 RoleNotFound error
VK013 BaseConfigNotFound error
VK014 BaseRefCycle error
VK015 BaseRefTooDeep error
VK016 NoImageInChain error
VK017 UnusedMenuEntry info
VK018 SecretNotInBuild info
VK030 UnknownDirective warning
VK031 ForcedSettingOverridden warning
VK032 MaxmemoryExceedsLimit error
VK033 MaxmemoryHeadroom warning
VK034 BadQuantity error
VK035 BadMemorySize error
VK036 BadDirectiveValue error
VK037 ManagedDirective error
VK038 ControlCharacter error
VK039 DirectiveNotInVersion error
VK040 DuplicateUsername error
VK041 ReservedUsername error
VK042 BadPasswordHash error
VK043 PatternEscaped info
VK044 RoleGrantsAll warning
VK045 FlushallAllowed warning
VK046 UnknownCommandOrCategory warning
VK047 AclReplaced warning
VK048 DefaultUserOpen warning
VK049 RenamesOperatorCommand error
VK050 TagVersionMismatch warning
VK051 FloatingTag warning
VK052 RepositoryContainsTag error
VK053 VersionBelowFloor warning
VK054 Downgrade warning
VK055 EphemeralPersistence info
VK056 NoResources warning
VK057 NoEvictionPolicy warning
VK058 RenderedTooLarge error
VK060 NoReplicas warning
VK061 TooFewZones warning
VK062 NoQuorum warning
VK064 ReservedPodAnnotation error
VK065 NameTooLong error
VK066 TLSSecretInvalid error
VK070 YAML11Boolean error
VK071 NumberForString error
VK073 TimestampRewritten warning
VK074 DuplicateKey error
VK076 Placeholder info
`

func TestRulesArePublished(t *testing.T) {
	var got []string
	for _, rule := range lint.Rules() {
		got = append(got, rule.ID+" "+rule.Slug+" "+string(rule.Severity))
	}
	want := strings.Split(strings.TrimSpace(published), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("registry (-want +got):\n%s", diff)
	}
}

func TestRulesRaisedByFn(t *testing.T) {
	var got []string
	for _, rule := range lint.Rules() {
		if !rule.Checked() {
			got = append(got, rule.ID)
		}
	}
	want := strings.Fields("VK001 VK002 VK003 VK005 VK006 VK008 VK009 VK070 VK071 VK073 VK076")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRulesAreDocumented(t *testing.T) {
	for _, rule := range lint.Rules() {
		for field, text := range map[string]string{"Summary": rule.Summary, "Why": rule.Why, "Fix": rule.Fix} {
			switch {
			case text == "":
				t.Errorf("%s: %s is empty", rule.ID, field)
			case strings.Contains(text, "\n"):
				t.Errorf("%s: %s has more than one line", rule.ID, field)
			case !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..."):
				t.Errorf("%s: %s is no sentence: %s", rule.ID, field, text)
			}
		}
		if !slices.Contains(lint.Families(), rule.Family) {
			t.Errorf("%s: family %q is not one", rule.ID, rule.Family)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, rule := range lint.Rules() {
		byID, okID := lint.Lookup(rule.ID)
		bySlug, okSlug := lint.Lookup(rule.Slug)
		if !okID || !okSlug || byID.ID != rule.ID || bySlug.ID != rule.ID {
			t.Errorf("%s: found as %q and %q", rule.ID, byID.ID, bySlug.ID)
		}
	}
	for _, unknown := range []string{"", "VK000", "vk031", "unknowndirective"} {
		if rule, ok := lint.Lookup(unknown); ok {
			t.Errorf("Lookup(%q) = %s, want nothing", unknown, rule.ID)
		}
	}
}
