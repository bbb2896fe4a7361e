#include "firebase/auth/user.h"

#include <utility>

#include "auth/access.h"
#include "auth/shared_data.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names
using latchkey::TakeText;

namespace {

typedef char* (*TextOfUser)(const latchkey_user*);

std::string TextOf(const std::shared_ptr<AuthData>& data, TextOfUser text_of) {
  Handle<latchkey_user> user = data ? data->user() : Handle<latchkey_user>();
  return user ? TakeText(text_of(user.get())) : std::string();
}

uint64_t Timestamp(int64_t milliseconds) {
  return milliseconds < 0 ? 0 : static_cast<uint64_t>(milliseconds);
}

}  // namespace

UserInfoInterface::UserInfoInterface() = default;
UserInfoInterface::UserInfoInterface(std::shared_ptr<const internal::UserInfoData> data)
    : data_(std::move(data)) {}
UserInfoInterface::UserInfoInterface(const UserInfoInterface&) = default;
UserInfoInterface& UserInfoInterface::operator=(const UserInfoInterface&) = default;
UserInfoInterface::~UserInfoInterface() = default;

std::string UserInfoInterface::uid() const { return data_ ? data_->uid : std::string(); }
std::string UserInfoInterface::email() const { return data_ ? data_->email : std::string(); }
std::string UserInfoInterface::display_name() const {
  return data_ ? data_->display_name : std::string();
}
std::string UserInfoInterface::photo_url() const {
  return data_ ? data_->photo_url : std::string();
}
std::string UserInfoInterface::provider_id() const {
  return data_ ? data_->provider_id : std::string();
}
std::string UserInfoInterface::phone_number() const {
  return data_ ? data_->phone_number : std::string();
}

UserInfoList::UserInfoList() = default;
UserInfoList::UserInfoList(const UserInfoList&) = default;
UserInfoList& UserInfoList::operator=(const UserInfoList&) = default;
UserInfoList::~UserInfoList() = default;

UserInfoList::operator const std::vector<UserInfoInterface*>&() const {
  static const std::vector<UserInfoInterface*>* const none = new std::vector<UserInfoInterface*>;
  return auth_data_ ? auth_data_->LegacyProviderData(*this) : *none;
}

AdditionalUserInfo::AdditionalUserInfo() : is_new_user(false) {}
AdditionalUserInfo::AdditionalUserInfo(const AdditionalUserInfo&) = default;
AdditionalUserInfo& AdditionalUserInfo::operator=(const AdditionalUserInfo&) = default;
AdditionalUserInfo::~AdditionalUserInfo() = default;

AuthResult::AuthResult() = default;
AuthResult::AuthResult(const AuthResult&) = default;
AuthResult& AuthResult::operator=(const AuthResult&) = default;
AuthResult::~AuthResult() = default;

SignInResult::SignInResult() : user(nullptr) {}
SignInResult::SignInResult(const SignInResult&) = default;
SignInResult& SignInResult::operator=(const SignInResult&) = default;
SignInResult::~SignInResult() = default;

User::User() = default;
User::User(std::shared_ptr<internal::AuthData> data) : auth_data_(std::move(data)) {}
User::User(const User&) = default;
User& User::operator=(const User&) = default;
User::~User() = default;

CurrentUser::operator User*() const {
  return is_valid() ? AuthAccess::DataOfUser(*this)->legacy_user() : nullptr;
}

bool User::operator==(const User& other) const {
  bool is_one = is_valid();
  return is_one == other.is_valid() && (!is_one || auth_data_ == other.auth_data_);
}

bool User::is_valid() const { return auth_data_ && auth_data_->user(); }

UserInfoList User::provider_data() const {
  UserInfoList list = AuthAccess::MakeInfoList(auth_data_);
  Handle<latchkey_user> user = auth_data_ ? auth_data_->user() : Handle<latchkey_user>();
  size_t count = user ? latchkey_user_provider_count(user.get()) : 0;
  for (size_t i = 0; i < count; i++) {
    auto text = [&user, i](latchkey_info info) {
      return TakeText(latchkey_user_provider_info(user.get(), i, info));
    };
    auto data = std::make_shared<UserInfoData>();
    data->uid = text(LATCHKEY_INFO_UID);
    data->email = text(LATCHKEY_INFO_EMAIL);
    data->display_name = text(LATCHKEY_INFO_DISPLAY_NAME);
    data->photo_url = text(LATCHKEY_INFO_PHOTO_URL);
    data->provider_id = text(LATCHKEY_INFO_PROVIDER_ID);
    data->phone_number = text(LATCHKEY_INFO_PHONE_NUMBER);
    list.push_back(
        AuthAccess::Make<UserInfoInterface>(std::shared_ptr<const UserInfoData>(std::move(data))));
  }
  return list;
}

const std::vector<UserInfoInterface*>& User::provider_data_DEPRECATED() const {
  return provider_data();
}

UserMetadata User::metadata() const {
  UserMetadata metadata;
  Handle<latchkey_user> user = auth_data_ ? auth_data_->user() : Handle<latchkey_user>();
  if (!user) return metadata;
  metadata.creation_timestamp = Timestamp(latchkey_user_created_at(user.get()));
  metadata.last_sign_in_timestamp = Timestamp(latchkey_user_last_sign_in_at(user.get()));
  return metadata;
}

bool User::is_email_verified() const {
  Handle<latchkey_user> user = auth_data_ ? auth_data_->user() : Handle<latchkey_user>();
  return user && latchkey_user_is_email_verified(user.get());
}

bool User::is_anonymous() const {
  Handle<latchkey_user> user = auth_data_ ? auth_data_->user() : Handle<latchkey_user>();
  return user && latchkey_user_is_anonymous(user.get());
}

std::string User::tenant_id() const { return TextOf(auth_data_, &latchkey_user_tenant_id); }
std::string User::uid() const { return TextOf(auth_data_, &latchkey_user_uid); }
std::string User::email() const { return TextOf(auth_data_, &latchkey_user_email); }
std::string User::display_name() const { return TextOf(auth_data_, &latchkey_user_display_name); }
std::string User::photo_url() const { return TextOf(auth_data_, &latchkey_user_photo_url); }
std::string User::phone_number() const { return TextOf(auth_data_, &latchkey_user_phone_number); }
std::string User::provider_id() const { return is_valid() ? "Firebase" : ""; }

MultiFactor User::multi_factor() const { return AuthAccess::Make<MultiFactor>(auth_data_); }

}  // namespace auth
}  // namespace firebase
