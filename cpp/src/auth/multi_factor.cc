#include "firebase/auth/multi_factor.h"

#include "auth/access.h"
#include "auth/operation.h"
#include "auth/shared_data.h"
#include "firebase/auth/error_details.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names
using latchkey::TakeText;

namespace {

MultiFactorInfo InfoOf(latchkey_factor* taken) {
  auto handle = Handle<latchkey_factor>::Taking(taken);
  if (!handle) return MultiFactorInfo();
  return AuthAccess::Make<MultiFactorInfo>(std::make_shared<FactorData>(std::move(handle)));
}

}  // namespace

MultiFactorResolver::MultiFactorResolver() = default;
MultiFactorResolver::MultiFactorResolver(std::shared_ptr<ResolverData> data)
    : data_(std::move(data)) {}
MultiFactorResolver::MultiFactorResolver(const MultiFactorResolver&) = default;
MultiFactorResolver& MultiFactorResolver::operator=(const MultiFactorResolver&) = default;
MultiFactorResolver::~MultiFactorResolver() = default;

MultiFactorResolver MultiFactorResolver::FromFuture(const FutureBase& future) {
  return GetAuthErrorDetails(future).resolver;
}

bool MultiFactorResolver::is_valid() const { return data_ != nullptr; }

std::vector<MultiFactorInfo> MultiFactorResolver::hints() const {
  std::vector<MultiFactorInfo> hints;
  size_t count = data_ ? latchkey_resolver_hint_count(data_->handle.get()) : 0;
  for (size_t i = 0; i < count; i++) {
    hints.push_back(InfoOf(latchkey_resolver_hint_at(data_->handle.get(), i)));
  }
  return hints;
}

MultiFactorSession MultiFactorResolver::session() const {
  if (!data_) return MultiFactorSession();
  auto session = Handle<latchkey_session>::Taking(latchkey_resolver_session(data_->handle.get()));
  if (!session) return MultiFactorSession();
  return AuthAccess::Make<MultiFactorSession>(
      std::make_shared<SessionData>(std::move(session), data_->auth));
}

Auth* MultiFactorResolver::auth() const { return data_ ? data_->auth->auth() : nullptr; }

AuthResultFuture MultiFactorResolver::ResolveSignIn(const MultiFactorAssertion& assertion) {
  Obstacle obstacle;
  if (!data_) obstacle = Obstacle(kAuthErrorMissingMultiFactorSession, "No sign-in waits for it.");
  if (!assertion.is_valid()) {
    obstacle = Either(obstacle, Obstacle(kAuthErrorMissingVerificationCode,
                                         "The second factor's proof lacks something."));
  }
  std::shared_ptr<AuthData> auth = data_ ? data_->auth : nullptr;
  return OnAuth<AuthResultFuture>(
      auth, kNoLastResult, &FinishSignIn, obstacle,
      [&](latchkey_auth*, latchkey_completion completion, void* context) {
        latchkey_resolver_resolve(data_->handle.get(), AuthAccess::DataOf(assertion)->handle.get(),
                                  completion, context);
      });
}

MultiFactor::MultiFactor() = default;
MultiFactor::MultiFactor(std::shared_ptr<AuthData> data) : data_(std::move(data)) {}
MultiFactor::MultiFactor(const MultiFactor&) = default;
MultiFactor& MultiFactor::operator=(const MultiFactor&) = default;
MultiFactor::~MultiFactor() = default;

std::vector<MultiFactorInfo> MultiFactor::enrolled_factors() const {
  std::vector<MultiFactorInfo> factors;
  Handle<latchkey_user> user = data_ ? data_->user() : Handle<latchkey_user>();
  size_t count = user ? latchkey_user_factor_count(user.get()) : 0;
  for (size_t i = 0; i < count; i++) {
    factors.push_back(InfoOf(latchkey_user_factor_at(user.get(), i)));
  }
  return factors;
}

Future<MultiFactorSession> MultiFactor::GetSession() {
  return OnUser<Future<MultiFactorSession>>(data_, kMultiFactorSession, &FinishSession, Obstacle(),
                                            &latchkey_user_multi_factor_session);
}

Future<MultiFactorSession> MultiFactor::GetSessionLastResult() const {
  return LastResultOf<Future<MultiFactorSession>>(data_, kMultiFactorSession);
}

Future<void> MultiFactor::Enroll(const MultiFactorAssertion& assertion, const char* display_name) {
  Obstacle obstacle;
  if (!assertion.is_valid()) {
    obstacle =
        Obstacle(kAuthErrorMissingVerificationCode, "The second factor's proof lacks something.");
  }
  return OnUser<Future<void>>(
      data_, kEnroll, &FinishVoid, obstacle,
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_enroll(user, AuthAccess::DataOf(assertion)->handle.get(), display_name,
                             completion, context);
      });
}

Future<void> MultiFactor::EnrollLastResult() const {
  return LastResultOf<Future<void>>(data_, kEnroll);
}

Future<void> MultiFactor::Unenroll(const MultiFactorInfo& factor) {
  return Unenroll(factor.uid().c_str());
}

Future<void> MultiFactor::Unenroll(const char* factor_uid) {
  return OnUser<Future<void>>(
      data_, kUnenroll, &FinishVoid,
      Unless(factor_uid, kAuthErrorMissingMultiFactorInfo, "A second factor's uid is needed."),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_unenroll(user, factor_uid, completion, context);
      });
}

Future<void> MultiFactor::UnenrollLastResult() const {
  return LastResultOf<Future<void>>(data_, kUnenroll);
}

}  // namespace auth
}  // namespace firebase
