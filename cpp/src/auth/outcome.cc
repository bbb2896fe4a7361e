#include "auth/outcome.h"

#include <utility>

#include "auth/access.h"
#include "auth/error_code.h"
#include "auth/shared_data.h"
#include "firebase/auth/error_details.h"

namespace firebase {
namespace auth {
namespace internal {

namespace {

using latchkey::TakeText;

std::shared_ptr<const AuthErrorDetails> DetailsOf(const std::shared_ptr<AuthData>& data,
                                                  const latchkey_error* error) {
  auto details = std::make_shared<AuthErrorDetails>();
  details->code = latchkey_error_code(error);
  details->name = TakeText(latchkey_error_name(error));
  details->message = TakeText(latchkey_error_message(error));
  details->reason = TakeText(latchkey_error_reason(error));
  details->server_message = TakeText(latchkey_error_server_message(error));
  details->email = TakeText(latchkey_error_email(error));
  details->updated_credential = WrapCredential(latchkey_error_updated_credential(error));
  auto resolver = Handle<latchkey_resolver>::Taking(latchkey_error_resolver(error));
  if (resolver) {
    details->resolver = AuthAccess::Make<MultiFactorResolver>(
        std::make_shared<ResolverData>(std::move(resolver), data));
  }
  return details;
}

AdditionalUserInfo InfoOf(const latchkey_result* result, const FutureState::Outcome& outcome) {
  AdditionalUserInfo info;
  if (outcome.details) {
    auto details = std::static_pointer_cast<const AuthErrorDetails>(outcome.details);
    info.updated_credential = details->updated_credential;
  }
  if (result == nullptr || !latchkey_result_has_additional_info(result)) return info;
  info.provider_id = TakeText(latchkey_result_provider_id(result));
  info.user_name = TakeText(latchkey_result_username(result));
  info.is_new_user = latchkey_result_is_new_user(result);
  auto profile = Handle<latchkey_value>::Taking(latchkey_result_profile(result));
  if (profile) info.profile = ToVariant(profile.get()).map();
  return info;
}

User UserOf(const std::shared_ptr<AuthData>& data, const FutureState::Outcome& outcome) {
  return outcome.error == kAuthErrorNone ? AuthAccess::Make<User>(data) : User();
}

template <typename T>
FutureState::View Always(T value) {
  std::shared_ptr<const void> shared = std::make_shared<T>(std::move(value));
  return [shared] { return shared; };
}

FutureState::View LegacyUserView(const std::shared_ptr<AuthData>& data, bool is_signed_in) {
  return [data, is_signed_in]() -> std::shared_ptr<const void> {
    return std::make_shared<User*>(is_signed_in ? data->legacy_user() : nullptr);
  };
}

FutureState::View LegacyResultView(const std::shared_ptr<AuthData>& data, bool is_signed_in,
                                   const AdditionalUserInfo& info) {
  UserMetadata meta;
  if (is_signed_in) meta = AuthAccess::Make<User>(data).metadata();
  return [data, is_signed_in, info, meta]() -> std::shared_ptr<const void> {
    auto result = std::make_shared<SignInResult>();
    result->user = is_signed_in ? data->legacy_user() : nullptr;
    result->info = info;
    result->meta = meta;
    return result;
  };
}

}  // namespace

bool IsOfKnownProvider(const Credential& credential) {
  const std::string provider = credential.provider();
  for (const char* known :
       {FacebookAuthProvider::kProviderId, GitHubAuthProvider::kProviderId,
        GoogleAuthProvider::kProviderId, PlayGamesAuthProvider::kProviderId,
        TwitterAuthProvider::kProviderId}) {
    if (provider == known) return true;
  }
  return false;
}

FutureState::Outcome OutcomeOf(const std::shared_ptr<AuthData>& data, const latchkey_error* error) {
  FutureState::Outcome outcome;
  if (error == nullptr) return outcome;
  outcome.error = ErrorCodeOf(error);
  outcome.message = MessageOf(error);
  outcome.details = DetailsOf(data, error);
  return outcome;
}

FutureState::Outcome FinishSignIn(const std::shared_ptr<AuthData>& data,
                                  const latchkey_result* result, const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  bool is_signed_in = result != nullptr;
  AuthResult value;
  value.additional_user_info = InfoOf(result, outcome);
  if (is_signed_in) {
    value.credential = WrapCredential(latchkey_result_credential(result));
    value.user = UserOf(data, outcome);
  }
  outcome.views = {Always(value), LegacyResultView(data, is_signed_in, value.additional_user_info),
                   LegacyUserView(data, is_signed_in)};
  return outcome;
}

FutureState::Outcome FinishUser(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  bool is_signed_in = result != nullptr;
  outcome.views = {Always(is_signed_in ? UserOf(data, outcome) : User()),
                   LegacyUserView(data, is_signed_in)};
  return outcome;
}

FutureState::Outcome FinishReauthentication(const std::shared_ptr<AuthData>& data,
                                            const latchkey_result* result,
                                            const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  outcome.views = {FutureState::View(),
                   LegacyResultView(data, result != nullptr, InfoOf(result, outcome))};
  return outcome;
}

FutureState::Outcome FinishVoid(const std::shared_ptr<AuthData>& data, const latchkey_result*,
                                const latchkey_error* error) {
  return OutcomeOf(data, error);
}

FutureState::Outcome FinishText(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  std::string text;
  if (result != nullptr) text = TakeText(latchkey_result_text(result, 0));
  outcome.views = {Always(std::move(text))};
  return outcome;
}

FutureState::Outcome FinishProviders(const std::shared_ptr<AuthData>& data,
                                     const latchkey_result* result, const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  Auth::FetchProvidersResult value;
  size_t count = result == nullptr ? 0 : latchkey_result_text_count(result);
  for (size_t i = 0; i < count; i++) {
    value.providers.push_back(TakeText(latchkey_result_text(result, i)));
  }
  outcome.views = {Always(std::move(value))};
  return outcome;
}

FutureState::Outcome FinishSession(const std::shared_ptr<AuthData>& data,
                                   const latchkey_result* result, const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  MultiFactorSession value;
  if (result != nullptr) {
    auto session = Handle<latchkey_session>::Taking(latchkey_result_session(result));
    value = AuthAccess::Make<MultiFactorSession>(
        std::make_shared<SessionData>(std::move(session), data));
  }
  outcome.views = {Always(value)};
  return outcome;
}

FutureState::Outcome FinishTotpSecret(const std::shared_ptr<AuthData>& data,
                                      const latchkey_result* result, const latchkey_error* error) {
  FutureState::Outcome outcome = OutcomeOf(data, error);
  TotpSecret value;
  if (result != nullptr) {
    auto secret = Handle<latchkey_totp_secret>::Taking(latchkey_result_totp_secret(result));
    value = AuthAccess::Make<TotpSecret>(std::make_shared<TotpSecretData>(std::move(secret)));
  }
  outcome.views = {Always(value)};
  return outcome;
}

Variant ToVariant(const latchkey_value* value) {
  switch (latchkey_value_get_kind(value)) {
    case LATCHKEY_VALUE_NULL:
      return Variant::Null();
    case LATCHKEY_VALUE_BOOL:
      return Variant::FromBool(latchkey_value_bool(value));
    case LATCHKEY_VALUE_INTEGER:
      return Variant::FromInt64(latchkey_value_integer(value));
    case LATCHKEY_VALUE_DOUBLE:
      return Variant::FromDouble(latchkey_value_double(value));
    case LATCHKEY_VALUE_TEXT:
      return Variant::FromMutableString(TakeText(latchkey_value_text(value)));
    case LATCHKEY_VALUE_ARRAY:
    case LATCHKEY_VALUE_OBJECT:
      break;
  }
  bool is_object = latchkey_value_get_kind(value) == LATCHKEY_VALUE_OBJECT;
  Variant container = is_object ? Variant::EmptyMap() : Variant::EmptyVector();
  for (size_t i = 0; i < latchkey_value_count(value); i++) {
    auto element = Handle<latchkey_value>::Taking(latchkey_value_at(value, i));
    if (is_object) {
      Variant key = Variant::FromMutableString(TakeText(latchkey_value_key_at(value, i)));
      container.map()[key] = ToVariant(element.get());
    } else {
      container.vector().push_back(ToVariant(element.get()));
    }
  }
  return container;
}

}  // namespace internal

AuthErrorDetails GetAuthErrorDetails(const FutureBase& future) {
  const auto& state = firebase::internal::FutureAccess::StateOf(future);
  if (!state) return AuthErrorDetails();
  auto details = std::static_pointer_cast<const AuthErrorDetails>(state->details());
  return details ? *details : AuthErrorDetails();
}

}  // namespace auth
}  // namespace firebase
