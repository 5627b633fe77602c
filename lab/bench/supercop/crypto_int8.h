#include "crypto_ints.h"
