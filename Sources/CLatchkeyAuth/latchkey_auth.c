/* A module of C needs a source file; this one shows that the header can stand alone. */
#include "latchkey_auth.h"
