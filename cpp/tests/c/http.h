/* A minimal HTTP client for these tests: it sends whole requests to a development server on this machine. */
#ifndef LATCHKEY_TESTS_C_HTTP_H
#define LATCHKEY_TESTS_C_HTTP_H

typedef struct http_answer {
  int status;
  /* "" if the answer has no such header. */
  char *location;
  char *body;
} http_answer;

/* Sends a request. `url` begins with http://, host and port. `type` and `body` may be NULL. Ends the program if there
   is no answer. */
http_answer http_send(const char *method, const char *url, const char *type, const char *body);
void http_end(http_answer *answer);

/* Returns the text of the last member with this name anywhere in the JSON; NULL if there is none. The caller frees it.
   */
char *json_text(const char *json, const char *name);

#endif
