import Foundation

/// What one provider knows of a user.
final class UserProviderData: NSObject, UserInfo, @unchecked Sendable {
  private let provider: UserProfile.Provider

  init(_ provider: UserProfile.Provider) { self.provider = provider }

  var providerID: String { provider.providerID }
  var uid: String { provider.uid }
  var displayName: String? { provider.displayName }
  var photoURL: URL? { provider.photoURL.flatMap { URL(string: $0) } }
  var email: String? { provider.email }
  var phoneNumber: String? { provider.phoneNumber }
}
