/* A C module needs a source file. This file also checks that the header compiles on its own. */
#include "latchkey_auth.h"
