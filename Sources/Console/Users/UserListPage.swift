import Identity
import IdentityWire
import Operations

/// `users`: the list of users by page, all of them or those that match a search.
struct UserListPage: Sendable {
  /// The number of rows on a page. A page of this size is read and rendered within milliseconds.
  static let pageSize = 50

  func add(to routes: ConsoleRouteTable) {
    routes.page("users") { request in try await show(request) }
  }

  private func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let texts = request.texts
    let question = AccountQuery(request)
    let page = try await request.domain.service.searchAccounts(
      question, from: request.query["page"], limit: Self.pageSize, request.caller)
    let names = SignInMethodNames(request)
    let isFiltered =
      !question.text.isEmpty || question.method != nil || question.isDisabled != nil || question.lacksFactor
    let total = try await request.domain.service.accountTotal(request.caller)
    let content = Content(
      total: AccountTotalText.text(total, texts),
      selectionPath: request.path("users/selection"),
      list: FormURLEncoded(question.pairs(page: request.query["page"])).text,
      listPath: "\(ConsolePath.project(request.project.id.rawValue))/users",
      newPath: request.path("users/new"), importPath: request.path("users/import"),
      exportPath: request.path("users/export"), text: question.text,
      fields: AccountQuery.Field.allCases.map { field in
        FormChoice(
          value: field.rawValue, title: texts("users.field.\(field.rawValue)"),
          isChosen: field == question.field)
      },
      methods: methods(request, names, question.method), states: states(texts, question),
      orders: AccountQuery.Order.allCases.map { order in
        FormChoice(
          value: order.rawValue, title: texts("users.order.\(order.rawValue)"),
          isChosen: order == question.order)
      },
      rows: page.accounts.map { row($0, names, request) },
      isEmpty: page.accounts.isEmpty && !page.isCutShort,
      isNew: page.accounts.isEmpty && !isFiltered && page.previous == nil,
      isFiltered: isFiltered, allPath: request.path("users"),
      cutShort: page.isCutShort
        ? texts("users.cutShort", ["count": String(AccountSearch.maximumCandidates)]) : nil,
      byProviderPath: byProvider(question, page, request),
      previous: page.previous.map { question.path(request, page: $0) },
      next: page.next.map { question.path(request, page: $0) })
    return ConsolePage(
      section: .users, title: texts("users.title"), template: "users", content: content,
      scripts: ["users.js"])
  }

  private func row(_ account: Account, _ names: SignInMethodNames, _ request: ConsoleRequest) -> Row {
    let texts = request.texts
    let methods = names.all(of: account)
    return Row(
      path: request.userPath(account.id), title: account.title, subtitle: account.subtitle,
      uid: account.id.rawValue, methods: methods,
      createdAt: texts.moment(account.createdAt), lastSignIn: texts.moment(account.lastLoginAt),
      isDisabled: account.disabled, hasMethods: !methods.isEmpty || !account.factors.isEmpty,
      hasFactors: !account.factors.isEmpty)
  }

  private func methods(
    _ request: ConsoleRequest, _ title: SignInMethodNames, _ chosen: AccountSearch.Method?
  ) -> [FormChoice] {
    let providers = request.caller.providerList
    var names = providers.providers.map(\.providerID) + providers.samlProviders.map(\.providerID)
    names.sort()
    names = ["password", "phone", "anonymous", "custom"] + names
    // Users linked to a provider that was removed are still found.
    if case .provider(let id) = chosen, !names.contains(id) { names.append(id) }
    let any = FormChoice(value: "", title: request.texts("users.anyMethod"), isChosen: chosen == nil)
    return [any]
      + names.map { name in
        FormChoice(value: name, title: title(name), isChosen: name == chosen?.name)
      }
  }

  private func states(_ texts: ConsoleTexts, _ question: AccountQuery) -> [FormChoice] {
    let isDisabled = question.isDisabled
    return [
      FormChoice(
        value: "", title: texts("users.anyState"), isChosen: isDisabled == nil && !question.lacksFactor),
      FormChoice(value: "enabled", title: texts("users.state.enabled"), isChosen: isDisabled == false),
      FormChoice(value: "disabled", title: texts("users.state.disabled"), isChosen: isDisabled == true),
      FormChoice(value: "no-factor", title: texts("users.state.noFactor"), isChosen: question.lacksFactor),
    ]
  }

  /// Returns the address of the same list in the order of the users' ids at the provider. In this order, the list
  /// shows all users of the provider. Returns nil unless the search for the provider's users was cut short.
  private func byProvider(_ question: AccountQuery, _ page: AccountPage, _ request: ConsoleRequest)
    -> String?
  {
    guard page.isCutShort, question.text.isEmpty, case .provider = question.method else { return nil }
    var question = question
    question.order = .id
    return question.path(request, page: nil)
  }

  private struct Row: Sendable {
    let path: String
    let title: String
    let subtitle: String?
    let uid: String
    let methods: [String]
    let createdAt: String
    let lastSignIn: String?
    let isDisabled: Bool
    let hasMethods: Bool
    let hasFactors: Bool
  }

  private struct Content: Sendable {
    let total: String
    let selectionPath: String
    /// The list's parameters, for the way back from a selection.
    let list: String
    let listPath: String
    let newPath: String
    let importPath: String
    let exportPath: String
    let text: String
    let fields: [FormChoice]
    let methods: [FormChoice]
    let states: [FormChoice]
    let orders: [FormChoice]
    let rows: [Row]
    let isEmpty: Bool
    let isNew: Bool
    let isFiltered: Bool
    let allPath: String
    let cutShort: String?
    let byProviderPath: String?
    let previous: String?
    let next: String?
  }
}

extension AccountQuery {
  /// The parameters in the page's address. Invalid parameters are ignored.
  fileprivate init(_ request: ConsoleRequest) {
    self.init()
    let query = request.query
    text = query["q"] ?? ""
    field = query["in"].flatMap(Field.init(rawValue:)) ?? .anything
    method = query["method"].flatMap { name in
      name.isEmpty || name.utf8.count > 128 ? nil : AccountSearch.Method(name: name)
    }
    switch query["state"] {
    case "enabled": isDisabled = false
    case "disabled": isDisabled = true
    case "no-factor": lacksFactor = true
    default: break
    }
    order = query["order"].flatMap(Order.init(rawValue:)) ?? .newest
  }

  /// The address of another page of the same search.
  fileprivate func path(_ request: ConsoleRequest, page: String?) -> String {
    let query = FormURLEncoded(pairs(page: page)).text
    return request.path(query.isEmpty ? "users" : "users?\(query)")
  }

  fileprivate func pairs(page: String?) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    if !text.isEmpty { pairs.append(("q", text)) }
    if field != .anything { pairs.append(("in", field.rawValue)) }
    if let method { pairs.append(("method", method.name)) }
    if let isDisabled { pairs.append(("state", isDisabled ? "disabled" : "enabled")) }
    if lacksFactor { pairs.append(("state", "no-factor")) }
    if order != .newest { pairs.append(("order", order.rawValue)) }
    if let page { pairs.append(("page", page)) }
    return pairs
  }
}

/// Texts for the number of users.
enum AccountTotalText {
  static func text(_ total: AccountTotal, _ texts: ConsoleTexts) -> String {
    var values = ["count": texts.number(total.count)]
    if total.isLowerBound { return texts("users.totalLeast", values) }
    guard let countedAt = total.countedAt else { return texts("users.total", values) }
    values["moment"] = texts.moment(countedAt)
    return texts("users.totalAt", values)
  }
}
