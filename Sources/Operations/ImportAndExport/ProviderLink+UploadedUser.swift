import Identity
import IdentityWire

extension ProviderLink {
  /// Why an identity that an administrator gives cannot be linked.
  enum GivenFailure: Error {
    case missingProviderID
    case missingRawID
    /// `password`, `phone` and so on: ways to sign in that are no providers' identities.
    case notFederated
    case tooLarge
  }

  /// Bytes. The ids stand in every ID token.
  private static let maximumProviderIDLength = 128
  private static let maximumRawIDLength = 256
  private static let maximumTextLength = 2_048

  /// What stands in tokens where a provider's id can stand. `password` and `phone` follow from the account's
  /// address and number.
  private static let notFederated: Set<String> = [
    "anonymous", "custom", "emaillink", "firebase", "password", "phone",
  ]

  /// An identity as an administrator gives it. That it is the user's is the administrator's word.
  init(_ given: UploadedUser.Provider) throws(GivenFailure) {
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
