/// A way to sign in, as users know it.
public enum SignInMethod: Sendable, Hashable {
  case password, emailLink
  case phone(number: String)
  case provider(id: String, rawID: String)
  case passkey(id: Passkey.ID, name: String)
  /// Custom tokens of the app's own back end.
  case customToken

  /// A kind of ways to sign in. This list is the only one: see ``Account/signInMethods``.
  public enum Kind: Sendable, CaseIterable {
    case password, emailLink, phone, provider, passkey, customToken
  }
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
  /// All ways to sign in to the account, by kind.
  public var signInMethods: [SignInMethod] { SignInMethod.Kind.allCases.flatMap { methods(of: $0) } }

  private func methods(of kind: SignInMethod.Kind) -> [SignInMethod] {
    switch kind {
    case .password: password == nil ? [] : [.password]
    case .emailLink: emailLinkSignIn && email != nil ? [.emailLink] : []
    case .phone: phoneNumber.map { [SignInMethod.phone(number: $0)] } ?? []
    case .provider: links.map { .provider(id: $0.providerID, rawID: $0.rawID) }
    case .passkey: passkeys.map { .passkey(id: $0.id, name: $0.name) }
    case .customToken: customAuth ? [.customToken] : []
    }
  }

  /// True if the user can sign in only by mail to the account's address.
  public var hasNoWayIn: Bool { signInMethods.isEmpty }

  /// True if the account has no address, number, password, provider or passkey. Its user can stay signed in only with
  /// the refresh token.
  public var isAnonymous: Bool { email == nil && hasNoWayIn }

  /// True if the account is anonymous, or has only passkeys. Any program can make passkeys, so they do not show that
  /// the user is a person.
  public var isUnvouched: Bool {
    email == nil && SignInMethod.Kind.allCases.allSatisfy { $0 == .passkey || methods(of: $0).isEmpty }
  }

  /// The names of the ways to sign in as `fetchSignInMethods` returns them, without the phone number.
  public var signInMethodNames: [String] {
    links.map(\.providerID) + (password == nil ? [] : ["password"]) + (emailLinkSignIn ? ["emailLink"] : [])
  }

  /// The ids of the account's providers. A sign-in by mailed link counts as the provider `password`.
  public var providerNames: [String] {
    links.map(\.providerID) + (password != nil || emailLinkSignIn ? ["password"] : [])
  }

  /// Returns the ways to sign in that differ. A password that was only rehashed counts as unchanged. Custom tokens are
  /// left out: the app's back end decides about them.
  public func signInMethodChanges(since before: Account) -> SignInMethodChanges {
    let (methods, known) = (signInMethods, before.signInMethods)
    var changes = SignInMethodChanges()
    changes.added = methods.filter { !known.contains($0) && $0 != .customToken }
    changes.removed = known.filter { !methods.contains($0) && $0 != .customToken }
    changes.passwordChanged =
      password != nil && before.password != nil && passwordUpdatedAt != before.passwordUpdatedAt
    return changes
  }

  /// The address for notices: the address that the user had verified before the change.
  public var noticeAddress: EmailAddress? { emailVerified ? email : nil }
}
