/// A way to sign in, as users know it.
public enum SignInMethod: Sendable, Hashable {
  case password, emailLink
  case phone(number: String)
  case provider(id: String, rawID: String)
  case passkey(id: Passkey.ID, name: String)
}

/// The changes to a user's ways to sign in, for notices.
public struct SignInMethodChanges: Sendable, Equatable {
  public var added: [SignInMethod] = []
  public var removed: [SignInMethod] = []
  /// True if a new password replaced the old one.
  public var passwordChanged = false

  public init() {}

  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && !passwordChanged }
}

extension Account {
  private var signInMethods: [SignInMethod] {
    var methods: [SignInMethod] = []
    if password != nil { methods.append(.password) }
    if emailLinkSignIn { methods.append(.emailLink) }
    if let phoneNumber { methods.append(.phone(number: phoneNumber)) }
    return methods + links.map { .provider(id: $0.providerID, rawID: $0.rawID) }
      + passkeys.map { .passkey(id: $0.id, name: $0.name) }
  }

  /// The names of the ways to sign in as `fetchSignInMethods` returns them, without the phone number.
  public var signInMethodNames: [String] {
    links.map(\.providerID) + (password == nil ? [] : ["password"]) + (emailLinkSignIn ? ["emailLink"] : [])
  }

  /// The ids of the account's providers. A sign-in by mailed link counts as the provider `password`.
  public var providerNames: [String] {
    links.map(\.providerID) + (password != nil || emailLinkSignIn ? ["password"] : [])
  }

  /// Returns the ways to sign in that differ. A password that was only rehashed counts as unchanged.
  public func signInMethodChanges(since before: Account) -> SignInMethodChanges {
    let (methods, known) = (signInMethods, before.signInMethods)
    var changes = SignInMethodChanges()
    changes.added = methods.filter { !known.contains($0) }
    changes.removed = known.filter { !methods.contains($0) }
    changes.passwordChanged =
      password != nil && before.password != nil && passwordUpdatedAt != before.passwordUpdatedAt
    return changes
  }

  /// The address for notices: the address that the user had verified before the change.
  public var noticeAddress: EmailAddress? { emailVerified ? email : nil }
}
