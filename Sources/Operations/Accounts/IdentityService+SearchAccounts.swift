import Identity
import IdentityWire

/// A page of search results.
public struct AccountPage: Sendable {
  public var accounts: [Account]
  /// The tokens for the previous page and the next page; nil if there is no such page.
  public var previous: String?
  public var next: String?
  /// True if the page has fewer accounts than requested because the search reached its limit of examined accounts.
  public var isCutShort: Bool
}

extension IdentityService {
  /// Searches accounts. The time for a page does not grow with the number of accounts.
  ///
  /// - Parameters:
  ///   - token: from a page of the same search.
  ///   - limit: 1 to ``AccountSearch/maximumPageSize``.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `INVALID_PAGE_SELECTION`, `INVALID_ARGUMENT`.
  public func searchAccounts(
    _ question: AccountQuery, from token: String?, limit: Int, _ caller: Caller
  ) async throws(IdentityError) -> AccountPage {
    try caller.requireAdministrator()
    let search = try question.search
    guard !search.keys.isEmpty else { return AccountPage(accounts: [], isCutShort: false) }
    let pages = SearchPages(search: search, scope: caller.scope, tokens: projects.pageTokens)
    var turn = try pages.turn(token)
    var page = try await accounts(search, turn, limit, caller)
    if turn.direction == .backward, page.before == nil, page.accounts.count < limit {
      // The previous page is now the first page, or has too few accounts: show a full first page.
      turn = .init(place: nil, direction: .forward)
      page = try await accounts(search, turn, limit, caller)
    }
    return AccountPage(
      accounts: page.accounts, previous: try pages.token(page.before, .backward),
      next: try pages.token(page.after, .forward), isCutShort: page.isCutShort)
  }

  private func accounts(
    _ search: AccountSearch, _ turn: SearchPages.Turn, _ limit: Int, _ caller: Caller
  ) async throws(IdentityError) -> AccountSearch.Page {
    try await storing { () async throws(StoreError) in
      try await store.accounts(
        matching: search, in: caller.scope, from: turn.place, turn.direction, limit: limit)
    }
  }

  /// Returns an account by its ID, for an administrator.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND`.
  public func account(_ localID: String, _ caller: Caller) async throws(IdentityError) -> Account {
    try caller.requireAdministrator()
    return try await target(localId: localID, idToken: nil, caller)
  }
}

/// Converts the pages of one search to tokens that are valid for that search only.
private struct SearchPages {
  struct Turn {
    var place: AccountSearch.Place?
    var direction: AccountSearch.Direction
  }

  let search: AccountSearch
  let scope: Scope
  let tokens: PageTokens

  func token(_ place: AccountSearch.Place?, _ direction: AccountSearch.Direction) throws(IdentityError)
    -> String?
  {
    guard let place else { return nil }
    return try tokens.seal((direction == .forward ? "f " : "b ") + place.text, of: list, in: scope)
  }

  func turn(_ token: String?) throws(IdentityError) -> Turn {
    guard let position = try tokens.open(token, of: list, in: scope) else {
      return Turn(place: nil, direction: .forward)
    }
    guard let place = AccountSearch.Place(text: String(position.dropFirst(2))) else {
      throw .refused(.invalidPageSelection, "The page token does not belong to this list.")
    }
    return Turn(place: place, direction: position.hasPrefix("b") ? .backward : .forward)
  }

  /// Identifies the search: contains all of its parameters.
  private var list: String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.write("search")
    writer.write(search.method?.name ?? "")
    if search.lacksFactor { writer.write("lacks factor") }
    writer.write(search.isDisabled.map { $0 ? "disabled" : "enabled" } ?? "")
    for key in search.keys {
      for text in key.texts { writer.write(text) }
    }
    writer.endArray()
    return writer.text
  }
}

extension AccountSearch.Key {
  fileprivate var texts: [String] {
    switch self {
    case .newest: ["newest"]
    case .ids: ["ids"]
    case .id(let id): ["id", id.rawValue]
    case .email(let email): ["email", email.text]
    case .phoneNumber(let number): ["phone", number]
    case .identity(let provider, let id): ["identity", provider, id]
    case .emailPrefix(let prefix): ["email prefix", prefix]
    case .phoneNumberPrefix(let prefix): ["phone prefix", prefix]
    case .displayNamePrefix(let prefix): ["name prefix", prefix]
    case .provider(let id): ["provider", id]
    }
  }
}
