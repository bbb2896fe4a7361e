#include "soft_authenticator.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace latchkey_test {
namespace {

using nlohmann::json;

// A development server accepts any page of localhost as an origin for passkeys.
const char kOrigin[] = "http://localhost:3000";
const char kPresent = 1, kVerified = 4, kHasCredential = 0x40;

std::string Base64URL(const std::string& bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(&text[0]),
                             reinterpret_cast<const unsigned char*>(bytes.data()),
                             static_cast<int>(bytes.size()));
  text.resize(static_cast<size_t>(size));
  while (!text.empty() && text.back() == '=') text.pop_back();
  for (char& digit : text) {
    if (digit == '+') digit = '-';
    if (digit == '/') digit = '_';
  }
  return text;
}

std::string Sha256(const std::string& bytes) {
  std::string digest(32, '\0');
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(&digest[0]), nullptr,
                 EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("no digest");
  }
  return digest;
}

std::string ClientData(const char* type, const json& options) {
  return json{{"type", type}, {"challenge", options.at("challenge")}, {"origin", kOrigin}}.dump();
}

std::string AuthenticatorData(const std::string& rp_id, char flags, uint32_t count) {
  std::string data = Sha256(rp_id);
  data += flags;
  for (int shift = 24; shift >= 0; shift -= 8) data += static_cast<char>(count >> shift & 255);
  return data;
}

}  // namespace

struct SoftAuthenticator::State {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  std::string id = std::string(16, '\0');
  // Uses the user handle of the options.
  std::string user_handle;
  uint32_t count = 0;

  State() {
    if (key == nullptr || RAND_bytes(reinterpret_cast<unsigned char*>(&id[0]), 16) != 1) {
      throw std::runtime_error("no key");
    }
  }
  ~State() { EVP_PKEY_free(key); }

  // Returns the COSE key.
  std::string PublicKey() const {
    unsigned char point[65];
    size_t size = 0;
    if (EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point, &size) !=
            1 ||
        size != sizeof point) {
      throw std::runtime_error("no public key");
    }
    const std::string x(point + 1, point + 33), y(point + 33, point + 65);
    return std::string("\xA5\x01\x02\x03\x26\x20\x01\x21\x58\x20", 10) + x + "\x22\x58\x20" + y;
  }

  std::string Sign(const std::string& message) const {
    std::string signature(128, '\0');
    size_t size = signature.size();
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    const bool signs =
        EVP_DigestSignInit(context, nullptr, EVP_sha256(), nullptr, key) == 1 &&
        EVP_DigestSign(context, reinterpret_cast<unsigned char*>(&signature[0]), &size,
                       reinterpret_cast<const unsigned char*>(message.data()),
                       message.size()) == 1;
    EVP_MD_CTX_free(context);
    if (!signs) throw std::runtime_error("no signature");
    signature.resize(size);
    return signature;
  }
};

SoftAuthenticator::SoftAuthenticator() : state_(new State) {}
SoftAuthenticator::~SoftAuthenticator() = default;

std::string SoftAuthenticator::credential_id() const { return Base64URL(state_->id); }

std::string SoftAuthenticator::Register(const std::string& text) {
  const json options = json::parse(text);
  state_->user_handle = options.at("user").at("id").get<std::string>();
  std::string data =
      AuthenticatorData(options.at("rp").at("id").get<std::string>(),
                        static_cast<char>(kPresent | kVerified | kHasCredential), state_->count);
  data += std::string(16, '\0');
  data += std::string("\x00\x10", 2) + state_->id + state_->PublicKey();
  const std::string attestation = std::string("\xA3\x63") + "fmt\x64none\x67" + "attStmt\xA0\x68" +
                                  "authData\x58" + static_cast<char>(data.size()) + data;
  const json response = {{"clientDataJSON", Base64URL(ClientData("webauthn.create", options))},
                         {"attestationObject", Base64URL(attestation)}};
  return json{{"id", credential_id()},
              {"rawId", credential_id()},
              {"type", "public-key"},
              {"response", response}}
      .dump();
}

std::string SoftAuthenticator::Assert(const std::string& text) {
  const json options = json::parse(text);
  const std::string client_data = ClientData("webauthn.get", options);
  const std::string data =
      AuthenticatorData(options.at("rpId").get<std::string>(),
                        static_cast<char>(kPresent | kVerified), ++state_->count);
  const json response = {{"clientDataJSON", Base64URL(client_data)},
                         {"authenticatorData", Base64URL(data)},
                         {"signature", Base64URL(state_->Sign(data + Sha256(client_data)))},
                         {"userHandle", state_->user_handle}};
  return json{{"id", credential_id()},
              {"rawId", credential_id()},
              {"type", "public-key"},
              {"response", response}}
      .dump();
}

}  // namespace latchkey_test
