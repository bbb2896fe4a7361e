import Foundation

/// The data that one provider has about a user.
final class UserProviderData: NSObject, UserInfo, NSSecureCoding, @unchecked Sendable {
  private let provider: UserProfile.Provider

  init(_ provider: UserProfile.Provider) { self.provider = provider }

  static var supportsSecureCoding: Bool { true }

  required init?(coder: NSCoder) {
    guard let provider = coder.json(UserProfile.Provider.self, for: "provider") else { return nil }
    self.provider = provider
  }

  func encode(with coder: NSCoder) { coder.encode(json: provider, for: "provider") }

  var providerID: String { provider.providerID }
  var uid: String { provider.uid }
  var displayName: String? { provider.displayName }
  var photoURL: URL? { provider.photoURL.flatMap { URL(string: $0) } }
  var email: String? { provider.email }
  var phoneNumber: String? { provider.phoneNumber }
}
