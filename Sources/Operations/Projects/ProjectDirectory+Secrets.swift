import Foundation
import Identity
import IdentityProviders
import Secrets
import Tokens

/// Secrets of projects in the form in which the database stores them.
extension ProjectDirectory {
  public func secrets(of settings: ProviderSettings, in scope: Scope) throws(IdentityError)
    -> ProviderSecrets
  {
    guard let sealed = settings.sealedSecrets else { return ProviderSecrets() }
    do {
      let opened = try box.open(Data(sealed), context: Self.context(settings.providerID, scope))
      return try ProviderSecrets.decode(opened)
    } catch {
      throw .unavailable(
        .configurationUnreadable,
        cause: "the secrets of \(settings.providerID) do not open under this master key")
    }
  }

  public func seal(_ secrets: ProviderSecrets, for providerID: String, in scope: Scope) throws
    -> [UInt8]
  {
    Array(try box.seal(secrets.encode(), context: Self.context(providerID, scope)))
  }

  /// Opens the key of the project's password hashes.
  public func signerKey(of project: Project) throws(IdentityError) -> [UInt8] {
    do {
      return Array(try box.open(Data(project.sealedSignerKey), context: Self.signerKeyContext(project.id)))
    } catch {
      throw .unavailable(
        .configurationUnreadable, cause: "the signer key does not open under this master key")
    }
  }

  public func seal(signerKey: [UInt8], for project: ProjectID) throws -> [UInt8] {
    Array(try box.seal(signerKey, context: Self.signerKeyContext(project)))
  }

  /// Opens the key of imported password hashes, which the hashes contain sealed.
  func passwordKey(_ sealed: [UInt8], of project: ProjectID) throws(IdentityError) -> [UInt8] {
    do {
      return Array(try box.open(Data(sealed), context: Self.passwordKeyContext(project)))
    } catch {
      throw .unavailable(
        .configurationUnreadable,
        cause: "the key of an imported password hash does not open under this master key")
    }
  }

  func seal(passwordKey: [UInt8], for project: ProjectID) throws -> [UInt8] {
    Array(try box.seal(passwordKey, context: Self.passwordKeyContext(project)))
  }

  static func passwordKeyContext(_ project: ProjectID) -> String { "password-key/\(project)" }

  /// Returns a keyed hash that replaces a text in the database. A plain hash of such a text is too easy to
  /// guess.
  func authenticationCode(of text: String, context: String) -> [UInt8] {
    box.authenticationCode(of: text, context: context)
  }

  func seal(_ challenge: PasskeyChallenge, in scope: Scope) throws -> [UInt8] {
    try challenge.sealed(in: scope, by: box)
  }

  /// Nil if this server did not issue the challenge, or it has expired.
  func passkeyChallenge(
    _ bytes: [UInt8], of kind: PasskeyChallenge.Kind, in scope: Scope, now: Instant
  ) -> PasskeyChallenge? {
    PasskeyChallenge(bytes, of: kind, in: scope, by: box, now: now)
  }

  func seal(_ key: SAMLRequestKey, of project: ProjectID, now: Instant) throws(SigningKey.Failure)
    -> SAMLKeys.Key
  {
    try key.sealed(now: now, with: box, context: Self.samlKeyContext(project))
  }

  func open(_ key: SAMLKeys.Key, of project: ProjectID) throws(IdentityError) -> SAMLRequestKey {
    do {
      return try SAMLRequestKey(key, with: box, context: Self.samlKeyContext(project))
    } catch {
      throw .unavailable(
        .configurationUnreadable, cause: "the key for SAML requests does not open under this master key")
    }
  }

  static func samlKeyContext(_ project: ProjectID) -> String { "saml-key/\(project)" }

  static func signerKeyContext(_ project: ProjectID) -> String { "signer-key/\(project)" }

  static func context(_ providerID: String, _ scope: Scope) -> String {
    if let tenant = scope.tenant { return "provider/\(scope.project)/\(tenant)/\(providerID)" }
    return "provider/\(scope.project)/\(providerID)"
  }
}
