import Identity
import IdentityWire
import Operations
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("The list of users")
struct UserListTests {
  /// Users `u0`, `u1`, … of whom the first is the oldest.
  static func addUsers(_ count: Int, to server: TestServer, in tenant: String? = nil) async throws {
    let users = (0..<count).map { index -> JSONValue in
      [
        "localId": .string("u\(index)"), "email": .string("user\(index)@example.com"),
        "displayName": .string("Name \(index)"),
        "createdAt": .string(String(1_700_000_000_000 + index * 1_000)),
      ]
    }
    let path = tenant.map { "tenants/\($0)/accounts:batchCreate" } ?? "accounts:batchCreate"
    let answer = try await server.administer(path, ["users": .array(users)])
    guard answer.status == 200, answer.json["error"] == nil else { throw TestFailure(answer.text) }
  }

  /// The ids of the users in a page's table.
  static func ids(_ page: ConsoleDocument) -> [String] {
    page.element(id: "users")?.all("tr").compactMap { $0.first("code")?.text } ?? []
  }

  private static func search(_ browser: ConsoleBrowser, _ query: KeyValuePairs<String, String>) async throws
    -> [String]
  {
    let text = FormURLEncoded(query.map { (name: $0.key, value: $0.value) }).text
    return ids(try await browser.open(ConsoleBrowser.path("users") + "?" + text))
  }

  @Test("where there is nobody, it says so, and leads to those who may be added")
  func empty() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(ConsoleBrowser.path("users"))
      #expect(page.heading == "Users" && page.text.contains("There are no users yet."))
      for link in ["new-user", "import-users", "export-users"] {
        _ = try await browser.open(try page.link(link))
      }
    }
  }

  @Test("the newest come first, page by page, forward and back")
  func paging() async throws {
    try await TestServer.run { server in
      try await Self.addUsers(120, to: server)
      let browser = ConsoleBrowser(server)
      let expected = (0..<120).reversed().map { "u\($0)" }
      var page = try await browser.open(ConsoleBrowser.path("users"))
      var seen = Self.ids(page)
      #expect(page.element(id: "previous") == nil && seen == Array(expected[..<50]))
      page = try await browser.open(try page.link("next"))
      seen += Self.ids(page)
      page = try await browser.open(try page.link("next"))
      seen += Self.ids(page)
      #expect(seen == expected && page.element(id: "next") == nil)
      page = try await browser.open(try page.link("previous"))
      #expect(Self.ids(page) == Array(expected[50..<100]))
      page = try await browser.open(try page.link("previous"))
      #expect(Self.ids(page) == Array(expected[..<50]) && page.element(id: "previous") == nil)
    }
  }

  // Fails when what a token holds is taken without looking whose it is.
  @Test("T29: the address of a page is good for its own search, and changed in nothing")
  func tokens() async throws {
    try await TestServer.run { server in
      try await Self.addUsers(60, to: server)
      let tenant = try await server.openTenant("tea").id.rawValue
      let browser = ConsoleBrowser(server)
      let first = try await browser.open(ConsoleBrowser.path("users"))
      let next = try first.link("next")
      let token = try #require(next.split(separator: "page=").last.map(String.init))
      let last = try #require(token.last)
      for query in [
        "page=\(token)&order=id", "page=\(token)&q=user", "page=\(token)&method=password",
        "page=\(token)&tenant=\(tenant)", "page=\(token.dropLast())\(last == "A" ? "B" : "A")", "page=0 t x",
      ] {
        let page = try await browser.open(
          ConsoleBrowser.path("users") + "?" + query.replacing(" ", with: "+"), status: 400)
        #expect(page.problem?.contains("INVALID_PAGE_SELECTION") == true, "\(query)")
      }
    }
  }

  @Test("people are found by what somebody knows of them")
  func search() async throws {
    try await TestServer.run { server in
      let answer = try await server.administer(
        "accounts:batchCreate",
        [
          "users": [
            [
              "localId": "ann", "email": "ann@example.com", "displayName": "Ann Other",
              "createdAt": "1700000000000",
            ],
            ["localId": "b/ö?", "email": "bob@example.com", "phoneNumber": "+15555550100", "disabled": true],
            ["localId": "c", "displayName": "Đặng Ann", "createdAt": "1600000000000"],
            [
              "localId": "d", "displayName": "annette",
              "providerUserInfo": [["providerId": "google.com", "rawId": "g:1"]],
            ],
          ]
        ])
      #expect(answer.status == 200 && answer.json["error"] == nil)
      let browser = ConsoleBrowser(server)
      func found(_ text: String, in field: String = "anything") async throws -> [String] {
        try await Self.search(browser, ["q": text, "in": field])
      }
      #expect(try await found("ann") == ["ann", "d"])
      #expect(try await found(" ANN@ex ") == ["ann"])
      #expect(try await found("+1 (555) 555") == ["b/ö?"])
      #expect(try await found("b/ö?") == ["b/ö?"])
      #expect(try await found("google.com:g:1") == ["d"])
      #expect(try await found("đẶng") == ["c"])
      #expect(try await found("ann", in: "name") == ["ann", "d"])
      #expect(try await found("ann", in: "email") == ["ann"])
      #expect(try await found("ann", in: "id") == ["ann"])
      #expect(try await found("annette", in: "id").isEmpty)
      #expect(try await found("1555", in: "phone").isEmpty)
      #expect(try await found("google.com:g:1", in: "identity") == ["d"])
      for text in ["%", "' OR 1=1 --", "<b>"] { #expect(try await found(text).isEmpty, "\(text)") }
      #expect(try await Self.search(browser, ["method": "google.com"]) == ["d"])
      #expect(try await Self.search(browser, ["method": "google.com", "order": "id"]) == ["d"])
      #expect(try await Self.search(browser, ["method": "phone"]) == ["b/ö?"])
      #expect(try await Self.search(browser, ["state": "disabled"]) == ["b/ö?"])
      #expect(try await Self.search(browser, ["q": "ann", "state": "disabled"]).isEmpty)
      #expect(try await Self.search(browser, ["order": "id"]) == ["ann", "b/ö?", "c", "d"])
      let page = try await browser.open(ConsoleBrowser.path("users") + "?q=%3Cb%3E&in=identity", status: 400)
      #expect(page.problem != nil)
      let kept = try await browser.open(ConsoleBrowser.path("users") + "?q=%22%3E%3Cb&state=disabled")
      #expect(try kept.form("search-form")["q"] == "\"><b" && kept.form("search-form")["state"] == "disabled")
      _ = try await browser.open(ConsoleBrowser.path("users") + "?q=a%01b", status: 400)
      _ = try await browser.open(
        ConsoleBrowser.path("users") + "?q=" + String(repeating: "x", count: 300), status: 400)
    }
  }

  @Test("a filter that few pass looks at so many and goes on from there")
  func rare() async throws {
    try await TestServer.run { server in
      let scope = Scope(project: TestServer.project)
      let count = AccountSearch.maximumCandidates + 100
      let accounts = try (0..<count).map { index in
        var account = Account(
          id: try #require(AccountID(rawValue: "u\(index)")), scope: scope,
          createdAt: Instant(seconds: 1_700_000_000 + Int64(index)))
        if index == 7 { account.links = [ProviderLink(providerID: "google.com", rawID: "1")] }
        return account
      }
      for start in stride(from: 0, to: count, by: 500) {
        try await server.service.store.apply(
          accounts[start..<min(start + 500, count)].map { .insertAccount($0) })
      }
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(ConsoleBrowser.path("users") + "?method=google.com")
      #expect(Self.ids(page).isEmpty && page.element(id: "nothing-found") == nil)
      #expect(page.element(id: "cut-short")?.text.contains("2000") == true)
      #expect(Self.ids(try await browser.open(try page.link("next"))) == ["u7"])
      let all = try await browser.open(
        try page.link("List all users of this provider, sorted by their ID at the provider"))
      #expect(Self.ids(all) == ["u7"] && all.element(id: "cut-short") == nil)
    }
  }

  @Test("T28: a tenant's list has its own users alone, and so has the project's")
  func tenants() async throws {
    try await TestServer.run { server in
      let tenant = try await server.openTenant("tea").id.rawValue
      try await Self.addUsers(2, to: server, in: tenant)
      let answer = try await server.administer("accounts", ["localId": "own", "displayName": "Name 1"])
      #expect(answer.status == 200)
      let browser = ConsoleBrowser(server)
      #expect(Self.ids(try await browser.open(ConsoleBrowser.path("users"))) == ["own"])
      #expect(try await Self.search(browser, ["q": "name"]) == ["own"])
      let page = try await browser.open(ConsoleBrowser.path("users") + "?tenant=\(tenant)")
      #expect(Self.ids(page) == ["u1", "u0"])
      #expect(try page.form("search-form")["tenant"] == tenant)
      let user = try await browser.open(try page.link("Name 1"))
      #expect(user.element(id: "uid")?.text == "u1")
      _ = try await browser.open(ConsoleBrowser.path("users/id-u1"), status: 404)
    }
  }

  @Test("every language has words for what is chosen from", arguments: Language.ofConsole)
  func words(language: Language) throws {
    let catalog = try TextCatalog(ConsoleTextTests.resources)
    var keys = AccountQuery.Field.allCases.map { "users.field.\($0.rawValue)" }
    keys += AccountQuery.Order.allCases.map { "users.order.\($0.rawValue)" }
    keys += ["password", "phone", "anonymous", "custom"].map { "users.method.\($0)" }
    keys += ["phone", "totp", "passkey", SignInFacts.SecondFactor.recoveryCodeKind].map {
      "users.factor.\($0)"
    }
    keys += ["running", "stopping", "done", "stopped", "failed"].map { "transfer.phase.\($0)" }
    for key in keys { #expect(catalog.text(key, in: language) != nil, "\(key)") }
  }
}
