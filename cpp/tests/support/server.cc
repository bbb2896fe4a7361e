#include "server.h"

#include <curl/curl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

namespace latchkey_test {
namespace {

using nlohmann::json;

const char kProject[] = "example";

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr)
    throw std::runtime_error(std::string(name) + " is not set: see Tests/Cpp/run.py");
  return value;
}

std::string Base() { return Environment("LATCHKEY_TEST_SERVER"); }

size_t Append(char* data, size_t size, size_t count, void* text) {
  static_cast<std::string*>(text)->append(data, size * count);
  return size * count;
}

struct Answer {
  long status = 0;
  std::string text;
};

Answer Send(const std::string& method, const std::string& url, const std::string* body,
            bool as_owner) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  CURL* curl = curl_easy_init();
  if (curl == nullptr) throw std::runtime_error("no HTTP");
  Answer answer;
  curl_slist* headers = nullptr;
  if (body != nullptr) headers = curl_slist_append(headers, "Content-Type: application/json");
  if (as_owner) headers = curl_slist_append(headers, "Authorization: Bearer owner");
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 60L);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Append);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer.text);
  if (body != nullptr) {
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(body->size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body->c_str());
  }
  const CURLcode code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  if (code != CURLE_OK)
    throw std::runtime_error(method + " " + url + ": " + curl_easy_strerror(code));
  return answer;
}

json Ask(const std::string& method, const std::string& url, const json* body,
         bool as_owner = false) {
  const std::string text = body != nullptr ? body->dump() : "";
  const Answer answer = Send(method, url, body != nullptr ? &text : nullptr, as_owner);
  if (answer.status != 200) {
    throw std::runtime_error(method + " " + url + ": " + std::to_string(answer.status) + " " +
                             answer.text);
  }
  return answer.text.empty() ? json::object() : json::parse(answer.text);
}

json Administer(const std::string& method, const std::string& path, const json* body) {
  return Ask(method, Base() + "/identitytoolkit.googleapis.com/" + path, body, true);
}

json Control(const std::string& path) {
  return Ask("GET", Base() + "/emulator/v1/projects/" + kProject + "/" + path, nullptr);
}

void TellPerson(const json& order) {
  Ask("POST", Environment("LATCHKEY_TEST_BROWSER") + "/next", &order);
}

std::string Decoded(const std::string& base64url) {
  std::string text = base64url;
  for (char& each : text) {
    if (each == '-') each = '+';
    if (each == '_') each = '/';
  }
  const size_t padding = (4 - text.size() % 4) % 4;
  text.append(padding, '=');
  std::string bytes(text.size() / 4 * 3 + 1, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(&bytes[0]),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < static_cast<int>(padding)) throw std::runtime_error("no base64url");
  bytes.resize(static_cast<size_t>(length) - padding);
  return bytes;
}

}  // namespace

std::string ServerHost() {
  const std::string base = Base();
  const size_t start = base.find("://") + 3;
  return base.substr(start, base.rfind(':') - start);
}

uint32_t ServerPort() {
  const std::string base = Base();
  return static_cast<uint32_t>(std::stoul(base.substr(base.rfind(':') + 1)));
}

std::string Unique(const std::string& prefix) {
  static const unsigned seed = std::random_device{}();
  static std::atomic<unsigned> count(0);
  return prefix + std::to_string(seed) + "x" + std::to_string(++count);
}

std::string UniqueEmail() { return Unique("user") + "@example.com"; }

std::string UniquePhoneNumber() {
  static std::atomic<unsigned> count{std::random_device{}() % 9000000};
  char text[16];
  std::snprintf(text, sizeof text, "+1415%07u", 1000000 + ++count % 9000000);
  return text;
}

std::string LabToken(const std::string& provider, const std::string& options) {
  const json body = json::parse(options);
  const json answer = Ask("POST", Base() + "/lab/control/token/" + provider, &body);
  for (const char* name : {"idToken", "accessToken", "code"}) {
    if (answer.contains(name)) return answer[name];
  }
  throw std::runtime_error("the lab made no token");
}

std::string LabCaptcha(const std::string& options) {
  const json body = json::parse(options);
  const json answer = Ask("POST", Base() + "/lab/control/captcha", &body);
  return answer.at("token").get<std::string>();
}

std::string LabCaptchaAddress(const std::string& service) {
  return Base() + "/lab/" + service + "/siteverify";
}

std::pair<std::string, std::string> LabTokenAndSecret(const std::string& provider,
                                                      const std::string& options) {
  const json body = json::parse(options);
  const json answer = Ask("POST", Base() + "/lab/control/token/" + provider, &body);
  return {answer.at("accessToken").get<std::string>(), answer.at("tokenSecret").get<std::string>()};
}

std::map<std::string, std::string> LastAuthorization(const std::string& provider) {
  const json state = Ask("GET", Base() + "/lab/control", nullptr);
  std::map<std::string, std::string> query;
  const json& last = state["providers"][provider]["lastAuthorization"];
  if (!last.is_object()) return query;
  for (const auto& each : last["query"].items())
    query[each.key()] = each.value().get<std::string>();
  return query;
}

void SlowDown(const std::string& provider, const std::string& endpoint, double seconds, int times) {
  const json order = {
      {"fault", "slow-answer"}, {"endpoint", endpoint}, {"seconds", seconds}, {"times", times}};
  Ask("PUT", Base() + "/lab/control/faults/" + provider, &order);
}

void ClearFaults(const std::string& provider) {
  Ask("DELETE", Base() + "/lab/control/faults/" + provider, nullptr);
}

std::string SmsCode(const std::string& verification_id) {
  const json sent = Control("verificationCodes");
  for (const json& each : sent["verificationCodes"]) {
    if (each["sessionInfo"] == verification_id) return each["code"];
  }
  throw std::runtime_error("no text message was sent");
}

std::string MailLink(const std::string& type, const std::string& email) {
  std::string link;
  const json sent = Control("oobCodes");
  for (const json& each : sent["oobCodes"]) {
    const bool is_theirs =
        each["email"] == email || (each.contains("newEmail") && each["newEmail"] == email);
    if (each["requestType"] == type && is_theirs) link = each["oobLink"];
  }
  return link;
}

void FollowMailLink(const std::string& type, const std::string& email) {
  const std::string link = MailLink(type, email);
  if (link.empty()) throw std::runtime_error("no " + type + " was mailed to " + email);
  Ask("GET", link, nullptr);
}

void ChangeAccount(const std::string& uid, const std::string& change) {
  json body = json::parse(change);
  body["localId"] = uid;
  Administer("POST", std::string("v1/projects/") + kProject + "/accounts:update", &body);
}

void DeleteAccount(const std::string& uid) {
  const json body = {{"localId", uid}};
  Administer("POST", std::string("v1/projects/") + kProject + "/accounts:delete", &body);
}

void AddVerifiedAccount(const std::string& email, const std::string& password) {
  const json body = {{"email", email}, {"password", password}, {"emailVerified", true}};
  Administer("POST", std::string("v1/projects/") + kProject + "/accounts", &body);
}

void EnableProvider(const std::string& provider, bool enabled) {
  const json body = {{"enabled", enabled}};
  Administer("PATCH",
             std::string("v2/projects/") + kProject + "/defaultSupportedIdpConfigs/" + provider +
                 "?updateMask=enabled",
             &body);
}

void ChangeProject(const std::string& change, const std::string& mask) {
  const json body = json::parse(change);
  Administer("PATCH", std::string("v2/projects/") + kProject + "/config?updateMask=" + mask, &body);
}

void ChangeCaptcha(const std::string& change, const std::string& mask) {
  const json body = json::parse(change);
  Administer("PATCH", std::string("v2/projects/") + kProject + "/captchaConfig?updateMask=" + mask,
             &body);
}

void AdvanceClock(int64_t seconds) {
  const json body = {{"advanceSeconds", seconds}};
  Ask("PATCH", Base() + "/emulator/v1/clock", &body);
}

int64_t ServerTime() {
  const json answer = Ask("GET", Base() + "/emulator/v1/clock", nullptr);
  return std::stoll(answer["now"].get<std::string>()) / 1000;
}

std::string Claim(const std::string& token, const std::string& path) {
  const size_t first = token.find('.');
  const size_t second = token.find('.', first + 1);
  if (first == std::string::npos || second == std::string::npos) throw std::runtime_error("no JWT");
  json value = json::parse(Decoded(token.substr(first + 1, second - first - 1)));
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('.', start), path.size());
    const std::string name = path.substr(start, end - start);
    if (!value.is_object() || !value.contains(name)) return "";
    value = json(value[name]);
    start = end + 1;
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string OneTimePassword(const std::string& base32_secret, int64_t seconds) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string key;
  unsigned buffer = 0;
  int bits = 0;
  for (char each : base32_secret) {
    if (each == '=') continue;
    const size_t value = alphabet.find(each);
    if (value == std::string::npos) throw std::runtime_error("no base 32");
    buffer = (buffer << 5 | static_cast<unsigned>(value)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      key.push_back(static_cast<char>(buffer >> bits & 0xff));
    }
  }
  unsigned char counter[8];
  uint64_t step = static_cast<uint64_t>(seconds / 30);
  for (int index = 7; index >= 0; --index, step >>= 8) counter[index] = step & 0xff;
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), counter, sizeof counter, digest,
       &length);
  const unsigned offset = digest[length - 1] & 15;
  const unsigned number = (digest[offset] & 0x7fu) << 24 | digest[offset + 1] << 16 |
                          digest[offset + 2] << 8 | digest[offset + 3];
  char text[8];
  std::snprintf(text, sizeof text, "%06u", number % 1000000);
  return text;
}

void PersonChooses(const std::string& person) { TellPerson({{"person", person}}); }
void PersonDenies() { TellPerson({{"deny", true}}); }
void PersonLooks() { TellPerson(json::object()); }
void PersonIsAway() { TellPerson({{"away", true}}); }

Sight LastSight() {
  const json seen = Ask("GET", Environment("LATCHKEY_TEST_BROWSER") + "/seen", nullptr);
  if (seen.contains("error"))
    throw std::runtime_error("the browser: " + seen["error"].get<std::string>());
  Sight sight;
  sight.address = seen.value("opened", "");
  sight.title = seen.value("title", "");
  sight.provider = seen.value("provider", "");
  sight.scopes = seen.value("scopes", std::vector<std::string>());
  sight.parameters = seen.value("parameters", std::map<std::string, std::string>());
  return sight;
}

bool AnswersTheBrowser(const std::string& opened_url) {
  const std::string name = "redirectUrl=http%3A%2F%2F127.0.0.1%3A";
  const size_t start = opened_url.find(name);
  if (start == std::string::npos) throw std::runtime_error("no way back in " + opened_url);
  const int port = std::stoi(opened_url.substr(start + name.size()));
  CURL* curl = curl_easy_init();
  if (curl == nullptr) throw std::runtime_error("no HTTP");
  curl_easy_setopt(curl, CURLOPT_URL, ("http://127.0.0.1:" + std::to_string(port)).c_str());
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
  const CURLcode code = curl_easy_perform(curl);
  curl_easy_cleanup(curl);
  return code == CURLE_OK;
}

void OpenInBrowser(const std::string& url) {
  const Answer answer = Send("POST", Environment("LATCHKEY_TEST_BROWSER") + "/open", &url, false);
  if (answer.status != 200) throw std::runtime_error("the page was not opened");
}

int PagesOpened() {
  return Ask("GET", Environment("LATCHKEY_TEST_BROWSER") + "/count", nullptr)["opened"];
}

}  // namespace latchkey_test
