import Identity
import IdentityWire
import Operations

extension Account {
  /// By what people call a user: their name, or what else there is.
  var title: String { displayName ?? email?.text ?? phoneNumber ?? id.rawValue }

  /// What stands below that.
  var subtitle: String? {
    guard displayName != nil else { return email == nil ? nil : phoneNumber }
    return email?.text ?? phoneNumber
  }
}

extension ConsoleTexts {
  /// A way to sign in, by the name that tokens have for it.
  func signInMethod(_ name: String) -> String {
    catalog.text("users.method.\(name)", in: language) ?? name
  }

  /// All by which an account can be signed in to.
  func signInMethods(_ account: Account) -> [String] {
    var names = ProviderUserInfo.list(of: account).map(\.providerId)
    if account.customAuth { names.append("custom") }
    if account.isAnonymous { names.append("anonymous") }
    return names.map(signInMethod)
  }

  func moment(_ moment: Timestamp?) -> String? { moment.map { self.moment($0) } }
}

/// An entry of a `select` element.
struct FormChoice: Sendable {
  let value: String
  let title: String
  let isChosen: Bool
}
