#include "mail_transfer.h"

#include <ctype.h>
#include <curl/curl.h>
#include <pthread.h>
#include <string.h>

typedef struct {
  const mail_transfer *transfer;
  size_t position;
  int has_quit;
  mail_outcome outcome;
} state;

static CURLcode initialized;

static void initialize(void) { initialized = curl_global_init(CURL_GLOBAL_DEFAULT); }

static size_t read_content(char *buffer, size_t size, size_t count, void *context) {
  state *s = context;
  size_t room = size * count;
  size_t left = s->transfer->content_length - s->position;
  size_t length = left < room ? left : room;
  memcpy(buffer, s->transfer->content + s->position, length);
  s->position += length;
  return length;
}

static size_t ignore(char *data, size_t size, size_t count, void *context) {
  (void)data;
  (void)context;
  return size * count;
}

static int begins(const char *text, size_t length, const char *prefix) {
  size_t n = strlen(prefix);
  return length >= n && memcmp(text, prefix, n) == 0;
}

// "550 5.1.1 …" and "550-5.1.1 …": digit, dot, up to three digits, dot, up to three digits.
static void note_status(state *s, const char *line, size_t length) {
  s->outcome.status[0] = 0;
  size_t n = 0, dots = 0;
  if (length < 9 || (line[4] != '2' && line[4] != '4' && line[4] != '5')) return;
  char status[sizeof s->outcome.status];
  for (size_t i = 4; i < length && n + 1 < sizeof status; i++) {
    char c = line[i];
    if (c == '.') dots++;
    else if (!isdigit((unsigned char)c)) break;
    status[n++] = c;
  }
  status[n] = 0;
  if (dots != 2 || status[1] != '.' || status[n - 1] == '.') return;
  memcpy(s->outcome.status, status, sizeof status);
}

// Only the names of commands are looked at: what follows AUTH is secret.
static int note(CURL *curl, curl_infotype type, char *data, size_t length, void *context) {
  (void)curl;
  state *s = context;
  if (s->has_quit) return 0;
  if (type == CURLINFO_HEADER_IN) {
    note_status(s, data, length);
  } else if (type == CURLINFO_HEADER_OUT) {
    if (begins(data, length, "MAIL FROM:") || begins(data, length, "NOOP")) s->outcome.phase = MAIL_PHASE_SENDER;
    else if (begins(data, length, "RCPT TO:")) s->outcome.phase = MAIL_PHASE_RECIPIENT;
    else if (s->outcome.phase == MAIL_PHASE_RECIPIENT && begins(data, length, "DATA"))
      s->outcome.phase = MAIL_PHASE_CONTENT;
    else if (begins(data, length, "QUIT")) s->has_quit = 1;
  }
  return 0;
}

mail_outcome mail_transfer_perform(const mail_transfer *transfer) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize);
  state s = {.transfer = transfer};
  if (initialized != CURLE_OK) {
    s.outcome.code = initialized;
    return s.outcome;
  }
  CURL *curl = curl_easy_init();
  struct curl_slist *recipients = curl_slist_append(NULL, transfer->recipient);
  struct curl_slist *resolutions = transfer->resolution ? curl_slist_append(NULL, transfer->resolution) : NULL;
  CURLcode code = CURLE_FAILED_INIT;
  if (!curl || !recipients || (transfer->resolution && !resolutions)) goto end;

#define SET(option, value) \
  if ((code = curl_easy_setopt(curl, option, value)) != CURLE_OK) goto end
  SET(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  SET(CURLOPT_URL, transfer->url);
  // The settings alone say where mail goes, no variable of the environment.
  SET(CURLOPT_PROXY, "");
  if (resolutions) SET(CURLOPT_RESOLVE, resolutions);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, transfer->connect_timeout_ms);
  SET(CURLOPT_TIMEOUT_MS, transfer->timeout_ms);
  SET(CURLOPT_USE_SSL, (long)(transfer->requires_starttls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  if (transfer->ca_file) {
    SET(CURLOPT_CAINFO, transfer->ca_file);
    SET(CURLOPT_CAPATH, NULL);
  }
  if (transfer->username) {
    SET(CURLOPT_USERNAME, transfer->username);
    SET(CURLOPT_PASSWORD, transfer->password ? transfer->password : "");
  }
  if (transfer->is_rehearsal) {
    SET(CURLOPT_NOBODY, 1L);
    SET(CURLOPT_CUSTOMREQUEST, "NOOP");
  } else {
    SET(CURLOPT_MAIL_FROM, transfer->sender);
    SET(CURLOPT_MAIL_RCPT, recipients);
    SET(CURLOPT_UPLOAD, 1L);
  }
  SET(CURLOPT_READFUNCTION, read_content);
  SET(CURLOPT_READDATA, &s);
  SET(CURLOPT_WRITEFUNCTION, ignore);
  SET(CURLOPT_VERBOSE, 1L);
  SET(CURLOPT_DEBUGFUNCTION, note);
  SET(CURLOPT_DEBUGDATA, &s);
#undef SET

  code = curl_easy_perform(curl);
  if (curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &s.outcome.reply) != CURLE_OK) s.outcome.reply = 0;
end:
  s.outcome.code = code;
  curl_slist_free_all(recipients);
  curl_easy_cleanup(curl);
  curl_slist_free_all(resolutions);
  return s.outcome;
}

const char *mail_transfer_describe(int code) { return curl_easy_strerror((CURLcode)code); }

mail_failure mail_transfer_classify(int code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return MAIL_FAILURE_UNREACHABLE;
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
      return MAIL_FAILURE_TLS;
    case CURLE_LOGIN_DENIED:
      return MAIL_FAILURE_LOGIN;
    case CURLE_OPERATION_TIMEDOUT:
      return MAIL_FAILURE_TIMEOUT;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_FAILED_INIT:
    case CURLE_NOT_BUILT_IN:
    case CURLE_UNKNOWN_OPTION:
    case CURLE_BAD_FUNCTION_ARGUMENT:
      return MAIL_FAILURE_SETTINGS;
    default:
      return MAIL_FAILURE_OTHER;
  }
}
