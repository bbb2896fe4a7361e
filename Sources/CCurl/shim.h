#ifndef LATCHKEY_CCURL_SHIM_H
#define LATCHKEY_CCURL_SHIM_H

#include <curl/curl.h>

#endif
