import Identity

/// An app's unverified proof of its local player from GameKit.
///
/// Source: Apple's documentation of `fetchItems(forIdentityVerificationSignature:)`.
public struct GameCenterCredential: Sendable {
  /// The maximum length of a salt or an id in bytes. Apple's salts and ids have a few dozen bytes.
  static let maximumLength = 256

  /// The ids that Apple may have signed, the most likely id first: the team player id, then the older
  /// player id that it replaced.
  public var playerIDs: [String]
  public var publicKeyURL: String
  public var signature: [UInt8]
  public var salt: [UInt8]
  /// The signed time, in milliseconds since 1970.
  public var timestamp: UInt64

  public init(
    playerIDs: [String], publicKeyURL: String, signature: [UInt8], salt: [UInt8], timestamp: UInt64
  ) {
    self.playerIDs = playerIDs
    self.publicKeyURL = publicKeyURL
    self.signature = signature
    self.salt = salt
    self.timestamp = timestamp
  }

  /// Returns the signed message.
  func message(playerID: String, bundleID: String) -> [UInt8] {
    var message = Array(playerID.utf8) + Array(bundleID.utf8)
    withUnsafeBytes(of: timestamp.bigEndian) { message += $0 }
    return message + salt
  }
}
