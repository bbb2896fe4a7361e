import Identity
import IdentityWire

extension ProviderLink {
  /// The reason why an administrator's provider link cannot be stored.
  enum InvalidProviderLink: Error {
    case missingProviderID
    case missingRawID
    /// `password`, `phone` and so on: ways to sign in that are not providers.
    case notFederated
    case tooLarge
  }

  /// Maximum lengths in bytes. The IDs are part of every ID token.
  private static let maximumProviderIDLength = 128
  private static let maximumRawIDLength = 256
  private static let maximumTextLength = 2_048

  /// Values that tokens hold in place of a provider's ID. `password` and `phone` follow from the account's
  /// address and number.
  private static let notFederated: Set<String> = [
    "anonymous", "custom", "emaillink", "firebase", "password", "phone",
  ]

  /// Creates a provider link from an administrator's data. The identity is not verified.
  init(_ given: UploadedUser.Provider) throws(InvalidProviderLink) {
    guard let providerID = given.providerId?.lowercased(), !providerID.isEmpty else {
      throw .missingProviderID
    }
    guard !Self.notFederated.contains(providerID) else { throw .notFederated }
    guard let rawID = given.rawId, !rawID.isEmpty else { throw .missingRawID }
    guard providerID.utf8.count <= Self.maximumProviderIDLength, rawID.utf8.count <= Self.maximumRawIDLength,
      [given.federatedId, given.email, given.displayName, given.photoUrl, given.screenName]
        .allSatisfy({ ($0?.utf8.count ?? 0) <= Self.maximumTextLength })
    else { throw .tooLarge }
    self.init(
      providerID: providerID, rawID: rawID, federatedID: given.federatedId, email: given.email,
      displayName: given.displayName, photoURL: given.photoUrl, screenName: given.screenName)
  }
}
