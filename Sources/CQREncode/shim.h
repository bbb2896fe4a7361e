#ifndef LATCHKEY_CQRENCODE_SHIM_H
#define LATCHKEY_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
