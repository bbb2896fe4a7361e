import Foundation
import IdentityWire

/// What came of a sign-in.
open class AuthDataResult: NSObject, @unchecked Sendable {
  public let user: User
  public let additionalUserInfo: AdditionalUserInfo?
  /// What the provider handed out, for its own services.
  public let credential: OAuthCredential?

  init(_ user: User, _ answer: SignInAnswer? = nil) {
    self.user = user
    additionalUserInfo = answer?.info.map(AdditionalUserInfo.init)
    credential = answer?.credential
  }
}

/// What a sign-in told of the user besides who they are.
open class AdditionalUserInfo: NSObject, @unchecked Sendable {
  public let providerID: String
  /// What the provider said, in its own words.
  public let profile: [String: Any]?
  public let username: String?
  public let isNewUser: Bool

  init(_ info: SignInAnswer.AdditionalInfo) {
    providerID = info.providerID
    profile = info.profile?.objectValue.map { $0.mapValues(\.foundation) }
    username = info.username
    isNewUser = info.isNewUser
  }

  open func newUser() -> Bool { isNewUser }
}

extension JSONValue {
  /// As Foundation's own JSON has it: what apps expect in a dictionary of `Any`.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values.map(\.foundation)
    case .object(let members): members.mapValues(\.foundation)
    }
  }
}
