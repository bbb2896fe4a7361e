#ifndef LATCHKEY_CPP_AUTH_ACCESS_H_
#define LATCHKEY_CPP_AUTH_ACCESS_H_

#include <memory>
#include <utility>
#include <vector>

#include "auth/auth_data.h"
#include "firebase/auth.h"

namespace firebase {
namespace auth {
namespace internal {

// Accesses the private members of the public classes.
struct AuthAccess {
  // Works with any class that contains shared data, such as User and Credential.
  template <typename T, typename Data>
  static T Make(std::shared_ptr<Data> data) {
    return T(std::move(data));
  }
  template <typename T>
  static auto DataOf(const T& object) -> decltype((object.data_)) {
    return object.data_;
  }

  static User* NewUser(std::shared_ptr<AuthData> data) { return new User(std::move(data)); }
  static const std::shared_ptr<AuthData>& DataOfUser(const User& user) { return user.auth_data_; }
  static CurrentUser MakeCurrentUser(std::shared_ptr<AuthData> data) {
    return CurrentUser(User(std::move(data)));
  }
  static UserInfoList MakeInfoList(std::shared_ptr<AuthData> data) {
    UserInfoList list;
    list.auth_data_ = std::move(data);
    return list;
  }

  static Auth* NewAuth(std::shared_ptr<AuthData> data) { return new Auth(std::move(data)); }
  static const std::shared_ptr<AuthData>& DataOfAuth(const Auth& auth) { return auth.auth_data_; }

  static PhoneAuthProvider* NewPhoneProvider(AuthData* data) {
    PhoneAuthProvider* provider = new PhoneAuthProvider;
    provider->auth_data_ = data;
    return provider;
  }
  static std::shared_ptr<PhoneCodeRequest> RequestsOf(PhoneAuthProvider::Listener* listener) {
    return listener == nullptr ? nullptr : listener->requests_;
  }
  static PhoneAuthProvider::ForceResendingToken MakeToken(const std::string& verification_id) {
    PhoneAuthProvider::ForceResendingToken token;
    token.verification_id_ = verification_id;
    return token;
  }

  static const FederatedOAuthProviderData* OAuthDataOf(FederatedAuthProvider* provider) {
    return provider == nullptr ? nullptr : provider->oauth_data();
  }

  template <typename Listener>
  static std::vector<std::weak_ptr<AuthData>>& AuthsOf(Listener* listener) {
    return listener->auths_;
  }
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_ACCESS_H_
