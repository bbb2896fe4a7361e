/* As much of HTTP as these tests need of a development server: whole requests to it on this machine. */
#ifndef LATCHKEY_TESTS_C_HTTP_H
#define LATCHKEY_TESTS_C_HTTP_H

typedef struct http_answer {
  int status;
  /* "" where there is none. */
  char *location;
  char *body;
} http_answer;

/* `url` begins with http://, host and port. `type` and `body` may be NULL. Ends the program when there is no answer. */
http_answer http_send(const char *method, const char *url, const char *type, const char *body);
void http_end(http_answer *answer);

/* The text of the last member of that name anywhere in JSON; NULL where there is none. To be freed. */
char *json_text(const char *json, const char *name);

#endif
