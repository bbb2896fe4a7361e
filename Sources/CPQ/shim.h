#ifndef LATCHKEY_CPQ_SHIM_H
#define LATCHKEY_CPQ_SHIM_H

#include <libpq-fe.h>

#endif
