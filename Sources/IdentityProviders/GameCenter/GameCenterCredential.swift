import Identity

/// What an app got from GameKit to prove its local player, not believed yet.
///
/// Source: Apple's documentation of `fetchItems(forIdentityVerificationSignature:)`.
public struct GameCenterCredential: Sendable {
  /// Bytes that a salt or an id may have; Apple's have a few dozen.
  static let maximumLength = 256

  /// The ids that may have been signed, the likeliest first: the team's id of the player, or the one that Apple
  /// gave up.
  public var playerIDs: [String]
  public var publicKeyURL: String
  public var signature: [UInt8]
  public var salt: [UInt8]
  /// Milliseconds since 1970, as signed.
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

  /// The signed text.
  func message(playerID: String, bundleID: String) -> [UInt8] {
    var message = Array(playerID.utf8) + Array(bundleID.utf8)
    withUnsafeBytes(of: timestamp.bigEndian) { message += $0 }
    return message + salt
  }
}
