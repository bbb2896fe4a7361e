import IdentityWire

/// The addresses that a stored secret is sent to, by their names. An address that is not set is missing.
public struct SecretAddresses: Sendable, Equatable {
  public let named: [String: String]

  public init(_ addresses: [String: String?]) { named = addresses.compactMapValues(\.self) }

  public static func == (one: SecretAddresses, other: SecretAddresses) -> Bool {
    one.named.count == other.named.count
      && one.named.allSatisfy { name, address in other.named[name].hasSameBytes(as: address) }
  }
}

/// Settings with a sealed secret and the addresses that the secret is sent to.
///
/// The secret is bound to its addresses: a conforming type drops it when one of them changes. Otherwise, an
/// administrator who may change an address could have the secret sent to a server of their own.
public protocol SecretBearing: Sendable {
  var secretAddresses: SecretAddresses { get }
  static var sealedSecretPath: WritableKeyPath<Self, [UInt8]?> & Sendable { get }
}

extension SecretBearing {
  /// Takes over the secret of the former settings, or none if it was for other addresses.
  public mutating func keepSecret(of former: Self?) {
    let isKept = former?.secretAddresses == secretAddresses
    self[keyPath: Self.sealedSecretPath] = isKept ? former?[keyPath: Self.sealedSecretPath] : nil
  }
}
