import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Listing, querying and deleting accounts", .fewAtOnce)
struct BulkListingTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("pages follow one another without a gap or an overlap, and an empty one follows a full one") {
      try await pages($0)
    },
    Behaviour("an account's id begins a page after it, in its own scope alone") {
      try await pageAfterAccount($0)
    },
    Behaviour("a page token works for its own scope alone, and none can be made or changed") {
      try await pageTokens($0)
    },
    Behaviour("no tenant sees, changes or deletes another one's accounts") { try await tenants($0) },
    Behaviour("queries find by address, number and id, and sort, page and count") { try await query($0) },
    Behaviour(
      "batchDelete deletes what is disabled, with force everything, and passes over what is not there"
    ) { try await delete($0) },
    Behaviour("an app may do none of this") { try await apps($0) },
    Behaviour("an upload may have ten megabytes, and only an administrator's") { try await size($0) },
  ]

  @Test("accounts are listed, found and deleted in their own scope alone")
  func lists() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func pages(_ server: TestServer) async throws {
    let ids = (0..<25).map { String(format: "u%02d", $0) }
    _ = try await server.upload(ids.map { ["localId": .string($0)] })
    for size in [1, 4, 5, 24, 25, 26] {
      var seen: [String] = []
      var token: String?
      var pages = 0
      repeat {
        let page = try await server.download(
          "maxResults=\(size)" + (token.map { "&nextPageToken=\($0)" } ?? ""))
        #expect(page.status == 200 && page.json["kind"] == "identitytoolkit#DownloadAccountResponse")
        let users = (page.json["users"]?.arrayValue ?? []).compactMap { $0["localId"]?.stringValue }
        #expect(users.count == min(size, 25 - seen.count))
        seen += users
        token = page.json["nextPageToken"]?.stringValue
        pages += 1
      } while token != nil && pages < 30
      #expect(seen == ids && pages == 25 / size + 1)
    }
    #expect(try await server.download().json["users"]?.arrayValue?.count == 20)
    #expect(try await server.download("maxResults=-1").json["users"]?.arrayValue?.count == 25)
    #expect(try await server.download("maxResults=many").status == 400)
  }

  private static func pageAfterAccount(_ server: TestServer) async throws {
    try await server.openTenant("t1")
    _ = try await server.upload([["localId": "u1"], ["localId": "u2"], ["localId": "u3"]])
    _ = try await server.upload([["localId": "v1"]], tenant: "t1")
    let page = try await server.download("maxResults=2&nextPageToken=u1")
    #expect(page.json["users"]?.arrayValue?.map { $0["localId"] } == ["u2", "u3"], "\(page.text)")
    #expect(page.json["nextPageToken"]?.stringValue?.isEmpty == false)
    for (text, tenant) in [("u0", nil), ("v1", nil), ("u1", "t1")] {
      let response = try await server.download("nextPageToken=\(text)", tenant: tenant)
      #expect(response.errorMessage?.hasPrefix("INVALID_PAGE_SELECTION") == true, "\(text)")
    }
  }

  private static func pageTokens(_ server: TestServer) async throws {
    try await server.openTenant("t1")
    try await server.openTenant("t2")
    for tenant in [nil, "t1", "t2"] {
      _ = try await server.upload([["localId": "a"], ["localId": "b"]], tenant: tenant)
    }
    let own = try await server.download("maxResults=1", tenant: "t1")
    let token = try #require(own.json["nextPageToken"]?.stringValue)
    let next = try await server.download("maxResults=1&nextPageToken=\(token)", tenant: "t1")
    #expect(next.json["users"]?[0]?["localId"] == "b")
    var changed = Array(token.utf8)
    changed[changed.count / 2] = changed[changed.count / 2] == 65 ? 66 : 65
    let forged = [
      String(decoding: changed, as: UTF8.self), String(token.dropLast()), token + "A", "c", "YQ", "%01",
      "'%20OR%201=1--", String(repeating: "A", count: 2_000),
    ]
    for text in forged {
      let response = try await server.download("nextPageToken=\(text)", tenant: "t1")
      #expect(response.errorMessage?.hasPrefix("INVALID_PAGE_SELECTION") == true, "\(text.prefix(50))")
    }
    for other in [nil, "t2"] {
      let response = try await server.download("nextPageToken=\(token)", tenant: other)
      #expect(response.errorMessage?.hasPrefix("INVALID_PAGE_SELECTION") == true)
    }
  }

  private static func tenants(_ server: TestServer) async throws {
    try await server.openTenant("t1")
    try await server.openTenant("t2")
    for (tenant, name) in [(nil, "own"), ("t1", "one"), ("t2", "two")] {
      let response = try await server.upload(
        [["localId": "same", "email": "same@example.com", "displayName": .string(name), "disabled": true]],
        tenant: tenant)
      #expect(response.status == 200 && response.json["error"] == nil)
    }
    let listed = try await server.download(tenant: "t1")
    #expect(listed.json["users"]?.arrayValue?.count == 1)
    #expect(listed.json["users"]?[0]?["displayName"] == "one")
    #expect(listed.json["users"]?[0]?["tenantId"] == "t1")
    let queried = try await server.administer(
      "tenants/t2/accounts:query", ["expression": [["email": "same@example.com"]]])
    #expect(queried.json["userInfo"]?[0]?["displayName"] == "two")
    _ = try await server.administer("tenants/t1/accounts:batchDelete", ["localIds": ["same"]])
    #expect(try await server.download(tenant: "t1").json["users"] == nil)
    #expect(try await server.download(tenant: "t2").json["users"]?.arrayValue?.count == 1)
    #expect(try await server.download().json["users"]?.arrayValue?.count == 1)
    #expect(try await server.download(tenant: "t3").errorMessage == "TENANT_NOT_FOUND")
  }

  private static func query(_ server: TestServer) async throws {
    _ = try await server.upload([
      [
        "localId": "a", "email": "z@example.com", "displayName": "Bea", "createdAt": "3000",
        "lastLoginAt": "10",
      ],
      ["localId": "b", "email": "y@example.com", "displayName": "Ann", "createdAt": "1000"],
      [
        "localId": "c", "phoneNumber": "+15550100", "displayName": "Cid", "createdAt": "2000",
        "lastLoginAt": "5",
      ],
    ])
    func ids(_ request: JSONValue) async throws -> [String] {
      let response = try await server.administer("accounts:query", request)
      let users = response.json["userInfo"]?.arrayValue ?? []
      #expect(response.json["recordsCount"]?.stringValue == String(users.count), "\(response.text)")
      return users.compactMap { $0["localId"]?.stringValue }
    }
    #expect(try await ids([:]) == ["a", "b", "c"])
    #expect(try await ids(["order": "DESC"]) == ["c", "b", "a"])
    #expect(try await ids(["sortBy": "NAME"]) == ["b", "a", "c"])
    #expect(try await ids(["sortBy": "CREATED_AT", "order": "DESC"]) == ["a", "c", "b"])
    #expect(try await ids(["sortBy": "LAST_LOGIN_AT"]) == ["b", "c", "a"])
    #expect(try await ids(["sortBy": "USER_EMAIL"]) == ["c", "b", "a"])
    #expect(try await ids(["sortBy": "NAME", "limit": "1", "offset": 1]) == ["a"])
    #expect(try await ids(["offset": "3"]) == [])
    #expect(try await ids(["offset": "9223372036854775807", "limit": "9223372036854775807"]) == [])
    #expect(try await ids(["expression": [["email": "Z@EXAMPLE.com"]]]) == ["a"])
    #expect(try await ids(["expression": [["phoneNumber": "+15550100"]]]) == ["c"])
    #expect(try await ids(["expression": [["userId": "b"]]]) == ["b"])
    // Of several conditions the first counts, and of a condition's members the address.
    #expect(
      try await ids(["expression": [["userId": "b", "email": "z@example.com"], ["userId": "c"]]]) == ["a"])
    #expect(try await ids(["expression": [["email": "nobody@example.com"]]]) == [])
    #expect(try await ids(["expression": [["email": "' OR 1=1 --"]]]) == [])
    for path in ["accounts:query", ":queryAccounts"] {
      let counted = try await server.send(
        "POST",
        "/identitytoolkit.googleapis.com/v1/projects/example\(path.hasPrefix(":") ? "" : "/")\(path)",
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
        body: #"{"returnUserInfo":false}"#)
      #expect(counted.json["recordsCount"] == "3" && counted.json["userInfo"] == nil)
    }
    for wrong: JSONValue in [["limit": "-1"], ["offset": -1], ["sortBy": "SHOE_SIZE"], ["expression": "x"]] {
      let response = try await server.administer("accounts:query", wrong)
      #expect(response.status == 400 && response.json["error"]?["status"] == "INVALID_ARGUMENT")
    }
  }

  private static func delete(_ server: TestServer) async throws {
    _ = try await server.upload([
      ["localId": "on"], ["localId": "off", "disabled": true], ["localId": "stays", "disabled": true],
    ])
    let gentle = try await server.administer(
      "accounts:batchDelete", ["localIds": ["nobody", "off", "on", "off", ""]])
    #expect(gentle.status == 200)
    #expect(
      gentle.json["errors"]?.arrayValue == [
        [
          "index": 2, "localId": "on",
          "message": "NOT_DISABLED : Disable the account before batch deletion.",
        ]
      ])
    #expect(try await server.accounts().map(\.id.rawValue) == ["on", "stays"])
    let forced = try await server.administer(
      "accounts:batchDelete", ["localIds": ["on", "on"], "force": true])
    #expect(forced.json["errors"] == nil)
    #expect(try await server.accounts().map(\.id.rawValue) == ["stays"])
    for ids in [[], Array(repeating: JSONValue.string("x"), count: 1_001)] {
      let response = try await server.administer("accounts:batchDelete", ["localIds": .array(ids)])
      #expect(response.errorMessage == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }
  }

  private static func apps(_ server: TestServer) async throws {
    for path in ["accounts:batchCreate", "accounts:batchDelete", "accounts:query"] {
      let response = try await server.call("projects/example/\(path)", ["users": [["localId": "u"]]])
      #expect(response.errorMessage?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
    }
    for name in ["uploadAccount", "downloadAccount"] {
      let response = try await server.send(
        "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)?key=key",
        headers: ["Content-Type": "application/json"], body: #"{"users":[{"localId":"u"}]}"#)
      #expect(response.errorMessage?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
    }
    for authorization in ["", "Bearer", "Bearer nonsense", "Basic b3duZXI="] {
      let response = try await server.download("key=key", authorization: authorization)
      #expect(response.status == 400 || response.status == 401)
    }
    #expect(try await server.accounts().isEmpty)
  }

  private static func size(_ server: TestServer) async throws {
    func upload(_ bytes: Int, _ authorization: String?) async throws -> TestResponse {
      var headers = ["Content-Type": "application/json"]
      headers["Authorization"] = authorization
      return try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchCreate?key=key",
        headers: headers,
        body: #"{"users":[{"localId":"u"}],"ignored":""# + String(repeating: "x", count: bytes) + "\"}")
    }
    #expect(try await upload(9 << 20, "Bearer owner").status == 200)
    for (bytes, authorization) in [(11 << 20, "Bearer owner"), (2 << 20, nil), (2 << 20, "Bearer thief")] {
      let response = try await upload(bytes, authorization)
      #expect(response.errorMessage?.contains("exceeds the limit") == true, "\(bytes) \(response.text)")
    }
  }

  @Test("in production an administrator's token may do all of it, in its own project alone")
  func administratorTokens() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let administration = server.backend.administration
      let mine = try #require(ProjectID(rawValue: "mine"))
      _ = try await administration.create(mine, authorizedDomains: [])
      _ = try await administration.create(try #require(ProjectID(rawValue: "other")), authorizedDomains: [])
      let token = try await administration.createAdministratorToken(
        "bulk", scopes: [.firebase], expiresAt: nil, in: mine
      ).reveal()
      func call(_ path: String, _ body: String, _ credential: String = token) async throws -> TestResponse {
        try await server.send(
          "POST", path,
          headers: ["Content-Type": "application/json", "Authorization": "Bearer \(credential)"], body: body)
      }
      let large = #"{"users":[{"localId":"u"}],"ignored":""# + String(repeating: "x", count: 2 << 20) + "\"}"
      let modern = "/identitytoolkit.googleapis.com/v1/projects"
      let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
      let uploaded = try await call("\(modern)/mine/accounts:batchCreate", large)
      #expect(uploaded.status == 200 && uploaded.json["error"] == nil, "\(uploaded.text)")
      let named = #"{"targetProjectId":"mine","users":[{"localId":"v"}]}"#
      let old = try await call("\(legacy)/uploadAccount", named)
      #expect(old.status == 200 && old.json["error"] == nil, "\(old.text)")
      let listed = try await call("\(legacy)/downloadAccount", #"{"targetProjectId":"mine"}"#)
      #expect(listed.json["users"]?.arrayValue?.count == 2)
      #expect(try await call("\(modern)/mine:queryAccounts", "{}").json["recordsCount"] == "2")

      for path in ["\(modern)/other/accounts:batchCreate", "\(modern)/other/accounts:query"] {
        #expect(try await call(path, #"{"users":[{"localId":"u"}]}"#).status == 403)
      }
      for credential in ["owner", token + "x", "latchkey_other_" + token.suffix(43)] {
        let response = try await call("\(modern)/mine/accounts:batchCreate", named, credential)
        #expect(response.status == 401)
        let tooLarge = try await call("\(modern)/mine/accounts:batchCreate", large, credential)
        #expect(tooLarge.errorMessage?.contains("exceeds the limit") == true)
      }
    }
  }
}
