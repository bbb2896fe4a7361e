import Foundation
import Identity
import IdentityWire
import Secrets

/// The secret half of a provider's settings. Neither printable nor `Codable`; ``encode()`` exists to be
/// sealed at once.
public struct ProviderSecrets: Sendable {
  /// Facebook's app secret; the client secret of every other provider.
  public var clientSecret: Secret?
  /// Apple's key for client authentication: PEM (PKCS #8), P-256.
  public var privateKey: Secret?

  public enum Failure: Error {
    case malformed
  }

  public init(clientSecret: Secret? = nil, privateKey: Secret? = nil) {
    self.clientSecret = clientSecret
    self.privateKey = privateKey
  }

  /// The plaintext to seal; ``decode(_:)`` reads it back.
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

  /// The client secret, or the error that says whose is missing.
  func requireClientSecret(_ providerID: String, named name: String) throws(IdentityError) -> String {
    guard let clientSecret, !clientSecret.isEmpty else {
      throw .incompleteConfiguration(providerID, needs: name)
    }
    return clientSecret.reveal()
  }
}
