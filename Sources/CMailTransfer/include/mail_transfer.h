#ifndef LATCHKEY_MAIL_TRANSFER_H
#define LATCHKEY_MAIL_TRANSFER_H

#include <stddef.h>
#include <stdint.h>

// One mail by SMTP with libcurl, whose options Swift cannot set: curl_easy_setopt is variadic.

// Which command the last reply answers. Ascending.
typedef enum {
  MAIL_PHASE_SESSION = 0,  // connecting, greeting, TLS, authentication
  MAIL_PHASE_SENDER = 1,   // MAIL FROM, or NOOP of a rehearsal
  MAIL_PHASE_RECIPIENT = 2,  // RCPT TO
  MAIL_PHASE_CONTENT = 3,  // DATA and the message
} mail_phase;

// Every text is copied before the call returns.
typedef struct {
  const char *url;           // smtp://host:port/helo-name or smtps://…
  int requires_starttls;     // not 0: without STARTTLS nothing is sent
  const char *resolution;    // host:port:address[,address]: where to connect; null: the host is looked up
  const char *username;      // null: no authentication
  const char *password;
  const char *ca_file;       // PEM; null: the system's
  const char *sender;        // <address>
  const char *recipient;     // <address>
  int is_rehearsal;          // not 0: the session ends with a NOOP in place of the mail, and nothing of it is sent
  const uint8_t *content;    // header and body, lines ended by CR LF
  size_t content_length;
  long connect_timeout_ms;
  long timeout_ms;           // for everything
} mail_transfer;

typedef struct {
  int code;            // CURLcode; 0: the server has taken the message over
  long reply;          // of SMTP; 0: none came
  mail_phase phase;
  char status[12];     // the enhanced status code of the last reply (RFC 3463), or empty
} mail_outcome;

// Blocks until the message is taken over or refused, or the rehearsal is over, at most for the time given. Thread-safe.
mail_outcome mail_transfer_perform(const mail_transfer *transfer);

// What a code means, in English. Static.
const char *mail_transfer_describe(int code);

// What the outcome says about a code of mail_outcome.
typedef enum {
  MAIL_FAILURE_OTHER = 0,
  MAIL_FAILURE_UNREACHABLE,   // no connection, or it broke
  MAIL_FAILURE_TLS,           // no TLS, or a certificate that is not trusted
  MAIL_FAILURE_LOGIN,         // user name and password are refused
  MAIL_FAILURE_TIMEOUT,
  MAIL_FAILURE_SETTINGS,      // libcurl cannot do what is asked of it
} mail_failure;

mail_failure mail_transfer_classify(int code);

#endif
