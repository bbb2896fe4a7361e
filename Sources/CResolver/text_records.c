#define _GNU_SOURCE

#include "text_records.h"

#if defined(__GLIBC__) || defined(__APPLE__)

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAXIMUM_SERVERS = 3, MAXIMUM_QUERY = 300, ROUNDS = 3, HEADER_LENGTH = 12, TXT_TYPE = 16, IN_CLASS = 1 };
// What a UDP answer may have without being broken up on its way.
enum { DATAGRAM = 1232 };

typedef struct {
  struct sockaddr_storage address;
  socklen_t length;
} server_address;

typedef struct {
  uint8_t bytes[MAXIMUM_QUERY];
  size_t question_end;  // without the option for larger answers
  size_t length;
} query;

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// MARK: Questions

static int is_name_byte(uint8_t byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
    || byte == '-' || byte == '_';
}

static int make_query(const char *name, query *made) {
  size_t name_length = strlen(name);
  if (name_length == 0 || name_length > 253) return 0;
  memset(made, 0, sizeof *made);
  if (getentropy(made->bytes, 2) != 0) return 0;
  made->bytes[2] = 1;  // recursion desired
  made->bytes[5] = 1;  // one question
  size_t end = HEADER_LENGTH;
  while (*name) {
    size_t length = strcspn(name, ".");
    if (length == 0 || length > 63) return 0;
    made->bytes[end++] = (uint8_t)length;
    for (size_t i = 0; i < length; i++) {
      if (!is_name_byte((uint8_t)name[i])) return 0;
      made->bytes[end++] = (uint8_t)name[i];
    }
    name += length;
    if (*name == '.' && *++name == 0) return 0;
  }
  end++;  // the root
  made->bytes[end + 1] = TXT_TYPE;
  made->bytes[end + 3] = IN_CLASS;
  made->question_end = end + 4;
  made->length = made->question_end;
  return 1;
}

// Adds or removes the option that allows larger answers (RFC 6891).
static void set_option(query *made, int is_wanted) {
  static const uint8_t option[11] = {0, 0, 41, DATAGRAM >> 8, DATAGRAM & 0xFF, 0, 0, 0, 0, 0, 0};
  made->bytes[11] = is_wanted ? 1 : 0;
  made->length = made->question_end;
  if (!is_wanted) return;
  memcpy(made->bytes + made->question_end, option, sizeof option);
  made->length += sizeof option;
}

// True for an answer to this very question. Others, also forged ones, are not read.
static int is_answer(const query *asked, const uint8_t *answer, size_t length) {
  if (length < HEADER_LENGTH) return 0;
  if (memcmp(answer, asked->bytes, 2) != 0) return 0;
  if ((answer[2] & 0xF8) != 0x80 || answer[4] != 0) return 0;
  // A server that does not know the option may answer with a header alone (RFC 6891 section 7).
  if (answer[5] == 0) return length == HEADER_LENGTH && (answer[3] & 0x0F) == ns_r_formerr;
  if (answer[5] != 1 || length < asked->question_end) return 0;
  size_t name_length = asked->question_end - HEADER_LENGTH - 4;
  return strncasecmp(
           (const char *)answer + HEADER_LENGTH, (const char *)asked->bytes + HEADER_LENGTH, name_length) == 0
    && memcmp(answer + HEADER_LENGTH + name_length, asked->bytes + HEADER_LENGTH + name_length, 4) == 0;
}

// MARK: Connections

// Waits for an event. Zero after the deadline, or if it fails.
static int wait_for(int socket, short events, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - now_ms();
    if (left <= 0) return 0;
    struct pollfd polled = {.fd = socket, .events = events};
    int count = poll(&polled, 1, (int)left);
    if (count > 0) return 1;
    if (count < 0 && errno != EINTR) return 0;
  }
}

static int open_socket(const server_address *server, int type) {
#if defined(SOCK_CLOEXEC) && defined(SOCK_NONBLOCK)
  // At once: another thread may start a program, which would inherit the socket.
  int opened = socket(server->address.ss_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (opened < 0) return -1;
#else
  int opened = socket(server->address.ss_family, type, 0);
  if (opened < 0) return -1;
  fcntl(opened, F_SETFD, FD_CLOEXEC);
  fcntl(opened, F_SETFL, O_NONBLOCK);
#endif
#if defined(SO_NOSIGPIPE)
  int on = 1;
  setsockopt(opened, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return opened;
}

#if defined(MSG_NOSIGNAL)
enum { SEND_FLAGS = MSG_NOSIGNAL };
#else
enum { SEND_FLAGS = 0 };
#endif

// The length of the answer; zero for none.
static size_t exchange_datagrams(
  const server_address *server, const query *asked, uint8_t *answer, int64_t deadline) {
  int opened = open_socket(server, SOCK_DGRAM);
  if (opened < 0) return 0;
  size_t length = 0;
  // A connected socket takes datagrams from this server alone.
  if (connect(opened, (const struct sockaddr *)&server->address, server->length) == 0
    && send(opened, asked->bytes, asked->length, SEND_FLAGS) == (ssize_t)asked->length) {
    while (wait_for(opened, POLLIN, deadline)) {
      ssize_t count = recv(opened, answer, DNS_MAXIMUM_ANSWER, 0);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count < 0) break;
      if (is_answer(asked, answer, (size_t)count)) {
        length = (size_t)count;
        break;
      }
    }
  }
  close(opened);
  return length;
}

static int send_all(int socket, const uint8_t *bytes, size_t length, int64_t deadline) {
  while (length > 0) {
    if (!wait_for(socket, POLLOUT, deadline)) return 0;
    ssize_t count = send(socket, bytes, length, SEND_FLAGS);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return 0;
    bytes += count;
    length -= (size_t)count;
  }
  return 1;
}

static int receive_all(int socket, uint8_t *bytes, size_t length, int64_t deadline) {
  while (length > 0) {
    if (!wait_for(socket, POLLIN, deadline)) return 0;
    ssize_t count = recv(socket, bytes, length, 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return 0;
    bytes += count;
    length -= (size_t)count;
  }
  return 1;
}

static int has_connected(int socket, const server_address *server, int64_t deadline) {
  if (connect(socket, (const struct sockaddr *)&server->address, server->length) == 0) return 1;
  if (errno != EINPROGRESS || !wait_for(socket, POLLOUT, deadline)) return 0;
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

// The same over TCP, for an answer that is larger than a datagram.
static size_t exchange_stream(
  const server_address *server, const query *asked, uint8_t *answer, int64_t deadline) {
  int opened = open_socket(server, SOCK_STREAM);
  if (opened < 0) return 0;
  uint8_t framed[2 + MAXIMUM_QUERY] = {(uint8_t)(asked->length >> 8), (uint8_t)asked->length};
  memcpy(framed + 2, asked->bytes, asked->length);
  uint8_t size[2];
  size_t length = 0;
  if (has_connected(opened, server, deadline)
    && send_all(opened, framed, 2 + asked->length, deadline)
    && receive_all(opened, size, sizeof size, deadline)) {
    size_t announced = (size_t)size[0] << 8 | size[1];
    if (announced <= DNS_MAXIMUM_ANSWER && receive_all(opened, answer, announced, deadline)
      && is_answer(asked, answer, announced))
      length = announced;
  }
  close(opened);
  return length;
}

// MARK: Answers

static int append_text(const ns_rr *record, dns_texts *found, uint8_t *texts, size_t capacity) {
  size_t start = found->length;
  if (capacity - start < 2) return 0;
  size_t end = start + 2;
  const uint8_t *data = ns_rr_rdata(*record);
  size_t left = ns_rr_rdlen(*record);
  while (left > 0) {
    size_t length = data[0];
    if (length > left - 1 || length > capacity - end) return 0;
    memcpy(texts + end, data + 1, length);
    end += length;
    data += 1 + length;
    left -= 1 + length;
  }
  texts[start] = (uint8_t)((end - start - 2) >> 8);
  texts[start + 1] = (uint8_t)(end - start - 2);
  found->length = end;
  return 1;
}

static dns_texts read_answer(const uint8_t *answer, size_t length, uint8_t *texts, size_t capacity) {
  dns_texts found = {DNS_NO_ANSWER, 0};
  ns_msg message;
  if (ns_initparse(answer, (int)length, &message) != 0) return found;
  int code = ns_msg_getflag(message, ns_f_rcode);
  if (code == ns_r_nxdomain) found.outcome = DNS_NONE;
  if (code != ns_r_noerror) return found;
  int count = ns_msg_count(message, ns_s_an);
  int texts_count = 0;
  for (int i = 0; i < count; i++) {
    ns_rr record;
    // A name that is an alias has its CNAME records before those of its target.
    if (ns_parserr(&message, ns_s_an, i, &record) != 0) return (dns_texts){DNS_NO_ANSWER, 0};
    if (ns_rr_type(record) != ns_t_txt || ns_rr_class(record) != ns_c_in) continue;
    if (!append_text(&record, &found, texts, capacity)) return (dns_texts){DNS_NO_ANSWER, 0};
    texts_count++;
  }
  found.outcome = texts_count > 0 ? DNS_FOUND : DNS_NONE;
  return found;
}

static dns_texts ask(
  const server_address *server, query *asked, int64_t deadline, int64_t last, uint8_t *texts,
  size_t capacity) {
  uint8_t answer[DNS_MAXIMUM_ANSWER];
  set_option(asked, 1);
  size_t length = exchange_datagrams(server, asked, answer, deadline);
  if (length > 0 && (answer[3] & 0x0F) == ns_r_formerr) {
    // A server that does not know the option.
    set_option(asked, 0);
    length = exchange_datagrams(server, asked, answer, deadline);
  }
  if (length > 0 && (answer[2] & 0x02) != 0) length = exchange_stream(server, asked, answer, last);
  if (length == 0) return (dns_texts){DNS_NO_ANSWER, 0};
  return read_answer(answer, length, texts, capacity);
}

// MARK: Servers

static int read_server(const char *text, server_address *server) {
  memset(server, 0, sizeof *server);
  const char *colon = strrchr(text, ':');
  if (!colon) return 0;
  char *end;
  long port = strtol(colon + 1, &end, 10);
  if (end == colon + 1 || *end || port < 1 || port > 65535) return 0;
  char host[64];
  size_t length = (size_t)(colon - text);
  int is_bracketed = length >= 2 && text[0] == '[' && text[length - 1] == ']';
  if (is_bracketed) {
    text++;
    length -= 2;
  }
  if (length >= sizeof host) return 0;
  memcpy(host, text, length);
  host[length] = 0;
  struct sockaddr_in *four = (struct sockaddr_in *)&server->address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)&server->address;
  if (!is_bracketed && inet_pton(AF_INET, host, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons((uint16_t)port);
    server->length = sizeof *four;
    return 1;
  }
  if (!is_bracketed || inet_pton(AF_INET6, host, &six->sin6_addr) != 1) return 0;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons((uint16_t)port);
  server->length = sizeof *six;
  return 1;
}

static void add_server(
  server_address *servers, int *count, const void *address, socklen_t length) {
  if (*count >= MAXIMUM_SERVERS) return;
  memset(&servers[*count], 0, sizeof servers[*count]);
  memcpy(&servers[*count].address, address, length);
  servers[(*count)++].length = length;
}

static int system_servers(server_address *servers) {
  struct __res_state state;
  memset(&state, 0, sizeof state);
  if (res_ninit(&state) != 0) return 0;
  int count = 0;
#if defined(__APPLE__)
  union res_sockaddr_union known[MAXIMUM_SERVERS];
  int known_count = res_getservers(&state, known, MAXIMUM_SERVERS);
  for (int i = 0; i < known_count; i++) {
    if (known[i].sin.sin_family == AF_INET)
      add_server(servers, &count, &known[i].sin, sizeof known[i].sin);
    else if (known[i].sin6.sin6_family == AF_INET6)
      add_server(servers, &count, &known[i].sin6, sizeof known[i].sin6);
  }
#else
  for (int i = 0; i < state.nscount; i++) {
    // The library keeps IPv6 addresses elsewhere, and zero in their place.
    if (state.nsaddr_list[i].sin_family == AF_INET)
      add_server(servers, &count, &state.nsaddr_list[i], sizeof state.nsaddr_list[i]);
    else if (state._u._ext.nsaddrs[i])
      add_server(servers, &count, state._u._ext.nsaddrs[i], sizeof *state._u._ext.nsaddrs[i]);
  }
#endif
  res_nclose(&state);
  return count;
}

dns_texts dns_look_up_texts(
  const char *name, const char *server, long timeout_ms, uint8_t *texts, size_t capacity) {
  dns_texts found = {DNS_NO_ANSWER, 0};
  int64_t deadline = now_ms() + timeout_ms;
  query asked;
  server_address servers[MAXIMUM_SERVERS];
  if (!make_query(name, &asked)) return found;
  int count = server ? read_server(server, &servers[0]) : system_servers(servers);
  // A datagram may get lost: each server is asked again while there is time.
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < count; i++) {
      int64_t now = now_ms();
      if (now >= deadline) return found;
      int64_t turn = now + timeout_ms / ROUNDS + 1;
      found = ask(&servers[i], &asked, turn < deadline ? turn : deadline, deadline, texts, capacity);
      if (found.outcome != DNS_NO_ANSWER) return found;
    }
  }
  return found;
}

#else

dns_texts dns_look_up_texts(
  const char *name, const char *server, long timeout_ms, uint8_t *texts, size_t capacity) {
  (void)name;
  (void)server;
  (void)timeout_ms;
  (void)texts;
  (void)capacity;
  return (dns_texts){DNS_NO_ANSWER, 0};
}

#endif
