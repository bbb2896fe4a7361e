import CLatchkeyAuth
import Foundation
import LatchkeyAuth
import Synchronization

/// A provider with the scopes and parameters that C code sets for its request.
final class ProviderWishes: Sendable {
  let providerID: String
  private let wishes = Mutex(([String](), [String: String]()))

  init(_ providerID: String) { self.providerID = providerID }

  func add(scope: String) { wishes.withLock { $0.0.append(scope) } }

  func set(_ parameter: String, _ value: String?) { wishes.withLock { $0.1[parameter] = value } }

  /// Returns a provider with the current settings.
  func provider(of auth: Auth) -> OAuthProvider {
    let (scopes, parameters) = wishes.withLock { $0 }
    let provider = OAuthProvider(providerID: providerID, auth: auth)
    if !scopes.isEmpty { provider.scopes = scopes }
    if !parameters.isEmpty { provider.customParameters = parameters }
    return provider
  }
}

func givenProvider(_ pointer: OpaquePointer?, _ auth: Auth) throws(AuthError) -> OAuthProvider {
  try given(pointer, ProviderWishes.self, or: .invalidProviderID).provider(of: auth)
}

@_cdecl("latchkey_provider_create")
public func providerCreate(_ providerID: CText?) -> OpaquePointer? {
  handle(string(providerID)?.nonEmpty.map { ProviderWishes($0) })
}

@_cdecl("latchkey_provider_id")
public func providerID(_ provider: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(provider, ProviderWishes.self)?.providerID)
}

@_cdecl("latchkey_provider_add_scope")
public func providerAddScope(_ provider: OpaquePointer?, _ scope: CText?) {
  guard let scope = string(scope) else { return }
  content(provider, ProviderWishes.self)?.add(scope: scope)
}

@_cdecl("latchkey_provider_set_parameter")
public func providerSetParameter(_ provider: OpaquePointer?, _ name: CText?, _ value: CText?) {
  guard let name = string(name) else { return }
  content(provider, ProviderWishes.self)?.set(name, string(value))
}
