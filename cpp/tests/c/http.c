#include "http.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static void give_up(const char *what, const char *url) {
  fprintf(stderr, "%s: %s\n", url, what);
  exit(2);
}

static int connect_to(const char *url, char *host, size_t size, const char **path) {
  const char *start = url + strlen("http://");
  const char *slash = start + strcspn(start, "/");
  if (strncmp(url, "http://", 7) != 0 || (size_t)(slash - start) >= size) give_up("no such address", url);
  memcpy(host, start, (size_t)(slash - start));
  host[slash - start] = 0;
  *path = *slash ? slash : "/";

  char name[128];
  const char *colon = strrchr(host, ':');
  if (!colon || (size_t)(colon - host) >= sizeof name) give_up("no port", url);
  memcpy(name, host, (size_t)(colon - host));
  name[colon - host] = 0;
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  if (getaddrinfo(name, colon + 1, &hints, &found) != 0) give_up("no such host", url);
  int connection = socket(found->ai_family, found->ai_socktype, 0);
  if (connection < 0 || connect(connection, found->ai_addr, found->ai_addrlen) != 0) {
    give_up("nobody answers", url);
  }
  freeaddrinfo(found);
  return connection;
}

static char *part(const char *from, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) abort();
  memcpy(copy, from, length);
  copy[length] = 0;
  return copy;
}

static char *header(const char *head, const char *end, const char *name) {
  for (const char *line = strstr(head, "\r\n"); line && line < end; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':') {
      line += strlen(name) + 1;
      line += strspn(line, " ");
      return part(line, strcspn(line, "\r"));
    }
  }
  return part("", 0);
}

http_answer http_send(const char *method, const char *url, const char *type, const char *body) {
  char host[256];
  const char *path;
  int connection = connect_to(url, host, sizeof host, &path);
  const char *sent = body ? body : "";
  size_t size = strlen(path) + strlen(sent) + 1024;
  char *request = malloc(size);
  if (!request) abort();
  /* The administrator's token gives access to the server's own settings. */
  int length = snprintf(request, size,
                        "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nAuthorization: Bearer owner\r\n"
                        "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n%s",
                        method, path, host, type ? type : "application/json", strlen(sent), sent);
  for (int done = 0; done < length;) {
    ssize_t count = write(connection, request + done, (size_t)(length - done));
    if (count <= 0) give_up("it cannot be asked", url);
    done += (int)count;
  }
  free(request);

  size_t room = 1 << 20, filled = 0;
  char *text = malloc(room + 1);
  if (!text) abort();
  ssize_t count;
  while ((count = read(connection, text + filled, room - filled)) > 0) filled += (size_t)count;
  close(connection);
  text[filled] = 0;

  http_answer answer = {0};
  const char *end = strstr(text, "\r\n\r\n");
  if (!end || sscanf(text, "HTTP/%*s %d", &answer.status) != 1) give_up("it does not answer", url);
  answer.location = header(text, end, "location");
  answer.body = part(end + 4, filled - (size_t)(end + 4 - text));
  free(text);
  return answer;
}

void http_end(http_answer *answer) {
  free(answer->location);
  free(answer->body);
}

static char *unescaped(const char *from) {
  char *text = malloc(strcspn(from, "\"") + 1 + strlen(from));
  if (!text) abort();
  char *to = text;
  for (; *from && *from != '"'; from++) {
    if (*from == '\\' && from[1] == 'u') {
      unsigned code = 0;
      sscanf(from + 2, "%4x", &code);
      *to++ = (char)code;
      from += 5;
    } else {
      if (*from == '\\') from++;
      *to++ = *from;
    }
  }
  *to = 0;
  return text;
}

char *json_text(const char *json, const char *name) {
  char quoted[128];
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  char *found = NULL;
  for (const char *at = strstr(json, quoted); at; at = strstr(at, quoted)) {
    at += strlen(quoted);
    const char *value = at + strspn(at, " \n\t:");
    if (value == at || *value != '"') continue;
    free(found);
    found = unescaped(value + 1);
  }
  return found;
}
