import Foundation
import Identity
import IdentityWire
import Secrets

/// The secrets of a provider's settings. They are neither printable nor `Codable`. Seal the result of
/// ``encode()`` at once.
public struct ProviderSecrets: Sendable {
  /// Facebook's app secret, or the client secret of another provider.
  public var clientSecret: Secret?
  /// Apple's key for client authentication: P-256 in PEM (PKCS #8).
  public var privateKey: Secret?

  public enum Failure: Error {
    case malformed
  }

  public init(clientSecret: Secret? = nil, privateKey: Secret? = nil) {
    self.clientSecret = clientSecret
    self.privateKey = privateKey
  }

  /// Returns the plaintext to seal. ``decode(_:)`` reads it.
  public func encode() -> Data {
    var members: [String: JSONValue] = [:]
    members["clientSecret"] = clientSecret.map { .string($0.reveal()) }
    members["privateKey"] = privateKey.map { .string($0.reveal()) }
    return Data(JSONWriter.text(.object(members)).utf8)
  }

  public static func decode(_ plaintext: Data) throws(Failure) -> ProviderSecrets {
    guard let json = try? JSONParser(maximumBytes: 65_536, maximumDepth: 4).parse(plaintext),
      json.objectValue != nil
    else { throw .malformed }
    return ProviderSecrets(
      clientSecret: json["clientSecret"]?.stringValue.map(Secret.init),
      privateKey: json["privateKey"]?.stringValue.map(Secret.init))
  }

  /// Returns the client secret. Throws an error that names the secret if it is missing.
  func requireClientSecret(_ providerID: String, named name: String) throws(IdentityError) -> String {
    guard let clientSecret, !clientSecret.isEmpty else {
      throw .incompleteConfiguration(providerID, needs: name)
    }
    return clientSecret.reveal()
  }
}
