#ifndef LATCHKEY_CARGON2_SHIM_H
#define LATCHKEY_CARGON2_SHIM_H

#include <argon2.h>

#endif
