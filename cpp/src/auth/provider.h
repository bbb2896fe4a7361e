#ifndef LATCHKEY_CPP_AUTH_PROVIDER_H_
#define LATCHKEY_CPP_AUTH_PROVIDER_H_

#include "abi/handle.h"
#include "auth/operation.h"
#include "firebase/auth/types.h"

namespace firebase {
namespace auth {
namespace internal {

// The provider that data are of; none for NULL, and for data without a provider's id.
latchkey::Handle<latchkey_provider> ProviderOf(const FederatedOAuthProviderData* data);

// The obstacle of a provider that is none.
Obstacle UnlessProvider(const latchkey::Handle<latchkey_provider>& provider);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_PROVIDER_H_
