#include "auth/provider.h"

namespace firebase {
namespace auth {
namespace internal {

using latchkey::Handle;

Handle<latchkey_provider> ProviderOf(const FederatedOAuthProviderData* data) {
  if (data == nullptr || data->provider_id.empty()) return Handle<latchkey_provider>();
  auto provider =
      Handle<latchkey_provider>::Taking(latchkey_provider_create(data->provider_id.c_str()));
  if (!provider) return provider;
  for (const std::string& scope : data->scopes) {
    latchkey_provider_add_scope(provider.get(), scope.c_str());
  }
  for (const auto& parameter : data->custom_parameters) {
    latchkey_provider_set_parameter(provider.get(), parameter.first.c_str(),
                                    parameter.second.c_str());
  }
  return provider;
}

Obstacle UnlessProvider(const Handle<latchkey_provider>& provider) {
  return provider ? Obstacle()
                  : Obstacle(kAuthErrorInvalidProviderId, "The provider has no id that can be.");
}

}  // namespace internal
}  // namespace auth
}  // namespace firebase
