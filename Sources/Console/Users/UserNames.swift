import Identity
import IdentityWire
import Operations

extension Account {
  /// The user's display name, or else another identifier.
  var title: String { displayName ?? email?.text ?? phoneNumber ?? id.rawValue }

  /// The text below the title.
  var subtitle: String? {
    guard displayName != nil else { return email == nil ? nil : phoneNumber }
    return email?.text ?? phoneNumber
  }
}

/// The names of sign-in methods for people.
struct SignInMethodNames {
  private let texts: ConsoleTexts
  private let given: [String: String]

  init(_ request: ConsoleRequest) {
    texts = request.texts
    let list = request.caller.providerList
    let all =
      list.providers.map { ($0.providerID, $0.displayName) }
      + list.samlProviders.map { ($0.providerID, $0.displayName) }
    given = Dictionary(
      all.compactMap { id, name in name.map { (id, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter method: the method's name in tokens.
  func callAsFunction(_ method: String) -> String {
    texts.text("users.method.\(method)") ?? ProviderGuide.name(of: method, given[method])
  }

  /// All methods with which an account can sign in.
  func all(of account: Account) -> [String] {
    var names = ProviderUserInfo.list(of: account).map(\.providerId)
    if account.customAuth { names.append("custom") }
    if account.isAnonymous { names.append("anonymous") }
    return names.map { self($0) }
  }
}

extension ConsoleTexts {
  func moment(_ moment: Instant?) -> String? { moment.map { self.moment($0) } }
}

/// An entry of a `select` element.
struct FormChoice: Sendable {
  let value: String
  let title: String
  let isChosen: Bool
}
