#ifndef LATCHKEY_TEXT_RECORDS_H
#define LATCHKEY_TEXT_RECORDS_H

#include <stddef.h>
#include <stdint.h>

// TXT records from the DNS. The answers are read with the system's resolver library. The questions go out by sockets of
// their own: the library waits without a limit for a server that takes a TCP connection and says nothing.

// The largest answer that is read, in bytes. Its texts always fit into as many.
enum { DNS_MAXIMUM_ANSWER = 16384 };

typedef enum {
  DNS_NO_ANSWER = 0,  // no server gave a usable answer in time
  DNS_FOUND = 1,
  DNS_NONE = 2,       // the name has no TXT record, or does not exist
} dns_outcome;

typedef struct {
  dns_outcome outcome;
  size_t length;  // of what was written to the buffer
} dns_texts;

// Asks for the TXT records of a name. Blocks for at most the given time. Thread-safe.
//
// name: letters, digits, hyphens, underscores and dots, fully qualified without the last dot; any other is not asked for.
// server: "address:port", with an IPv6 address in brackets; null: the system's name servers.
// texts: gets two bytes of length (big endian) and the text for each record. Its character-strings are joined.
dns_texts dns_look_up_texts(
  const char *name, const char *server, long timeout_ms, uint8_t *texts, size_t capacity);

#endif
