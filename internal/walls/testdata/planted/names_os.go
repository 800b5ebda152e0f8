// Planted by a test into lib/names: the library reads no environment.
package names

import _ "os"
