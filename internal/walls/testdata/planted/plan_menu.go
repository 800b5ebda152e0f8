// Planted by a test into lib/plan: the two columns meet only in operator.
package plan

import _ "github.com/valkey-menu/valkey-menu/lib/menu"
