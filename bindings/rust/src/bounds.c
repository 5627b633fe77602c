/* Memory that Rust sets aside for the library's contexts (src/memory.rs) is as
 * large as the largest of any chip: checked where it is compiled. */

#include "narae/narae.h"

_Static_assert(sizeof(narae_lea_key) <= 772, "Lea");
_Static_assert(sizeof(narae_aria_key) <= 1364, "Aria");
_Static_assert(sizeof(narae_pipo_key) <= 372, "Pipo");
_Static_assert(sizeof(narae_ctr) <= 1992, "Ctr");
_Static_assert(sizeof(narae_gcm) <= 2816, "Gcm");
_Static_assert(sizeof(narae_ccm) <= 2016, "Ccm");
_Static_assert(_Alignof(narae_gcm) <= 16 && _Alignof(narae_ccm) <= 16, "Memory");
_Static_assert(sizeof(int) == 4, "int");
