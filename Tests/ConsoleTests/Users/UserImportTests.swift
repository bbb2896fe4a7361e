import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Users are brought in and taken out")
struct UserImportTests {
  /// A file of users, the first of them number 0.
  static func file(_ count: Int, _ more: (Int) -> String = { _ in "" }) -> String {
    let users = (0..<count).map { index in
      "{\"localId\":\"u\(index)\",\"email\":\"user\(index)@example.com\"\(more(index))}"
    }
    return "{\"users\":[\(users.joined(separator: ",\n"))]}"
  }

  /// The page of an import when it is over.
  static func end(_ page: ConsoleDocument, _ browser: ConsoleBrowser) async throws -> ConsoleDocument {
    var page = page
    while let path = page.element(id: "job")?["data-poll"] { page = try await browser.open(path) }
    return page
  }

  static func number(_ page: ConsoleDocument, _ id: String) -> Int? {
    page.element(id: id).flatMap { Int($0.text.filter(\.isNumber)) }
  }

  static func form(_ browser: ConsoleBrowser) async throws -> HTMLForm {
    try await browser.open(ConsoleBrowser.path("users/import")).form("import-form")
  }

  @Test("a file with the form is imported beside the pages, and says who was left out and why")
  func file() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await Self.form(browser)
      let text = Self.file(1_500) { index in
        index == 3 ? ",\"phoneNumber\":\"<nonsense>\"" : index == 7 ? ",\"passwordHash\":\"AAAA\"" : ""
      }
      form.choose("file", name: "C:\\fakepath\\users <x>.json", contentType: "application/json", text)
      let filled = form
      let events = try await server.auditEvents {
        let page = try await Self.end(try await browser.submit(filled), browser)
        #expect(page.heading == "Import of users <x>.json" && page.element(id: "phase")?.text == "Done")
        #expect(Self.number(page, "read") == 1_500 && Self.number(page, "imported") == 1_498)
        #expect(Self.number(page, "failed") == 2)
        let rows = try #require(page.element(id: "failures")?.first("tbody")?.all("tr").map(\.text))
        #expect(rows.count == 2)
        #expect(rows.contains { $0.contains("4") && $0.contains("u3") && $0.contains("phone number") })
        #expect(rows.contains { $0.contains("8") && $0.contains("u7") && $0.contains("hash") })
      }
      #expect(events.allSatisfy { $0.action == .imports && $0.actor == "admin:dev" })
      #expect(events.compactMap { $0.details["accounts"].flatMap { Int($0) } }.reduce(0, +) == 1_498)
      let count = try await server.service.store.accountCount(in: Scope(project: TestServer.project))
      #expect(count == 1_498)
      let list = try await browser.open(ConsoleBrowser.path("users/import"))
      #expect(list.element(id: "jobs")?.text.contains("Done") == true)
    }
  }

  // Fails when what is told of a user who is left out is as long as the file says it.
  @Test("a page about users who were left out stays small, however long what the file says of them")
  func longReports() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await Self.form(browser)
      let long = String(repeating: "x", count: 300_000)
      let users = (0..<20).map { "{\"localId\":\"\($0)-\(long)\"}" }.joined(separator: ",")
      form.choose("file", name: "a.json", "{\"users\":[\(users),{\"localId\":\"a\"}]}")
      let page = try await Self.end(try await browser.submit(form), browser)
      #expect(Self.number(page, "failed") == 20 && Self.number(page, "imported") == 1)
      #expect(page.element(id: "failures")?.text.contains("19-xxx") == true)
      #expect(page.response.text.utf8.count < 60_000)
    }
  }

  @Test("hashes are imported with their parameters, and the users sign in")
  func hashes() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await Self.form(browser)
      // SHA-256 of the salt "salt" and "correct horse".
      let hash = "jLJYwH64cZQ7StDnVKUCtfw6OJ11/vyRtOAQd47MoBg="
      form.choose("file", name: "users.csv", "ann,ann@example.com,true,\(hash),c2FsdA==,Ann\n")
      form["algorithm"] = "SHA256"
      form["rounds"] = "0"
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.contains("INVALID_HASH_ROUNDS") == true)
      #expect(try refused.form("import-form")["algorithm"] == "SHA256")
      form["rounds"] = "1"
      let page = try await Self.end(try await browser.submit(form), browser)
      #expect(Self.number(page, "imported") == 1 && Self.number(page, "failed") == 0)
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
    }
  }

  @Test("what cannot be imported is told before anything is")
  func refusals() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: [
          ["file": ""], ["algorithm": "ROT13"], ["algorithm": "SCRYPT"],
          ["algorithm": "SCRYPT", "key": "%%%"],
          ["algorithm": "SHA256", "rounds": "many"], ["name": "users.xml"],
          ["algorithm": "ARGON2", "rounds": "1"],
        ] as [[String: String]]
      ) { fields in
        let browser = ConsoleBrowser(server)
        var form = try await Self.form(browser)
        form.choose("file", name: fields["name"] ?? "users.json", fields["file"] ?? Self.file(1))
        for (name, value) in fields where name != "file" && name != "name" { form[name] = value }
        let page = try await browser.submit(form, status: 400)
        #expect(page.problem != nil && page.heading == "Import users")
        #expect(!page.response.text.contains("%%%"))
        #expect(try await server.accounts().isEmpty)
        #expect(page.element(id: "jobs") == nil)
      }
    }
  }

  @Test("what is no file of users is told with its place, and what was read before stays")
  func unreadable() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await Self.form(browser)
      form.choose("file", name: "users.json", "nonsense")
      var page = try await Self.end(try await browser.submit(form), browser)
      #expect(page.element(id: "phase")?.text == "Failed")
      #expect(page.element(id: "reason")?.text.contains("not a file of users") == true)
      form = try await Self.form(browser)
      form.choose("file", name: "users.json", String(Self.file(20).dropLast(2)))
      page = try await Self.end(try await browser.submit(form), browser)
      #expect(page.element(id: "reason")?.text.contains("20 users were imported") == true)
      #expect(try await server.accounts().count == 20)
    }
  }

  // MARK: In pieces

  /// Begins an import as the script does.
  static func begin(_ browser: ConsoleBrowser, size: Int, name: String = "users.json") async throws
    -> (path: String, page: String, csrf: String)
  {
    var form = try await form(browser)
    form.fields += [("fileName", name), ("size", String(size))]
    let answer = try await browser.send(form)
    guard answer.status == 200, let path = answer.json["piece"]?.stringValue,
      let page = answer.json["page"]?.stringValue, let csrf = form["csrf"]
    else { throw TestFailure("\(answer.status) \(answer.text.prefix(2_000))") }
    return (path, page, csrf)
  }

  static func send(
    _ piece: String, at offset: Int, to job: (path: String, page: String, csrf: String),
    _ browser: ConsoleBrowser
  ) async throws -> Int {
    let markup = """
      <form method="post" action="\(job.path)" enctype="multipart/form-data"><input name="csrf" value="\(job.csrf)">\
      <input name="offset" value="\(offset)"><input type="file" name="piece"></form>
      """
    guard let element = try HTMLReader.read(markup).first("form") else { return 0 }
    var form = HTMLForm(element)
    form.choose("piece", name: "piece", piece)
    return try await browser.send(form).status
  }

  // Fails when a piece is taken twice, or out of its turn.
  @Test(
    "a file in pieces is imported as it comes; a piece that comes twice counts once, and none is left out")
  func pieces() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let text = Self.file(3_000)
      let job = try await Self.begin(browser, size: text.utf8.count)
      let size = text.utf8.count / 5 + 1
      var offset = 0
      for (index, start) in stride(from: 0, to: text.utf8.count, by: size).enumerated() {
        let piece = String(text.dropFirst(start).prefix(size))
        #expect(try await Self.send(piece, at: start + 1, to: job, browser) == 409)
        #expect(try await Self.send(piece, at: start, to: job, browser) == 204)
        if index < 4 { #expect(try await Self.send(piece, at: start, to: job, browser) == 204) }
        offset = start + piece.utf8.count
      }
      #expect(offset == text.utf8.count)
      let page = try await Self.end(try await browser.open(job.page), browser)
      #expect(page.element(id: "phase")?.text == "Done" && Self.number(page, "imported") == 3_000)
      #expect(try await Self.send("x", at: offset, to: job, browser) == 409)
    }
  }

  @Test("an import that is stopped keeps what it has, and takes no more")
  func stopping() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let text = Self.file(2_000)
      let job = try await Self.begin(browser, size: text.utf8.count)
      let half = String(text.prefix(text.utf8.count / 2))
      #expect(try await Self.send(half, at: 0, to: job, browser) == 204)
      let running = try await browser.open(job.page)
      #expect(running.element(id: "refresh") != nil && running.element(id: "phase")?.text == "Running")
      let page = try await Self.end(try await browser.submit(try running.form("stop-form")), browser)
      #expect(page.element(id: "phase")?.text == "Stopped")
      let count = try await server.service.store.accountCount(in: Scope(project: TestServer.project))
      #expect(count == Self.number(page, "imported"))
      #expect(try await Self.send("x", at: half.utf8.count, to: job, browser) == 409)
    }
  }

  @Test("only so many imports go on at once, and each is of its project and tenant")
  func limits() async throws {
    try await TestServer.run { server in
      try await server.openTenant("tea")
      let browser = ConsoleBrowser(server)
      let first = try await Self.begin(browser, size: 10)
      let second = try await Self.begin(browser, size: 10)
      for job in [first, second] { #expect(try await Self.send("{", at: 0, to: job, browser) == 204) }
      var form = try await Self.form(browser)
      form.choose("file", name: "users.json", Self.file(1))
      let page = try await browser.submit(form, status: 429)
      #expect(page.problem?.contains("A project may run 2 at once") == true)
      _ = try await browser.open(first.page + "?tenant=tea", status: 404)
      _ = try await browser.submit(try await browser.open(first.page).form("stop-form"))
      _ = try await Self.end(try await browser.open(first.page), browser)
      _ = try await browser.submit(form)
      _ = try await browser.open(ConsoleBrowser.path("users/import/nothing"), status: 404)
    }
  }

  // Fails when what has ended is kept for ever.
  @Test("the last imports are listed, the newest first, and those before are forgotten")
  func list() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let count = ConsoleJobs.maximumKept + 2
      var pages: [String] = []
      for number in 0..<count {
        var form = try await Self.form(browser)
        form.choose("file", name: "\(number).csv", "u\(number)\n")
        let answer = try await browser.send(form)
        pages.append(try #require(answer.location))
        _ = try await Self.end(try await browser.open(pages[number]), browser)
      }
      let list = try await browser.open(ConsoleBrowser.path("users/import"))
      let names = list.element(id: "jobs")?.all("a").map(\.text)
      #expect(names == (2..<count).reversed().map { "\($0).csv" })
      #expect(try await browser.get(pages[1]).status == 404)
      #expect(try await browser.get(pages[2]).status == 200)
    }
  }

  // Fails when every user that was left out is kept in the memory.
  @Test("of the users that are left out the first are named, and all are counted")
  func manyFailures() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await Self.form(browser)
      let count = ImportJob.maximumFailures + 10
      form.choose("file", name: "users.json", Self.file(count) { _ in ",\"passwordHash\":\"AAAA\"" })
      let page = try await Self.end(try await browser.submit(form), browser)
      #expect(Self.number(page, "failed") == count && Self.number(page, "imported") == 0)
      let rows = page.element(id: "failures")?.first("tbody")?.all("tr") ?? []
      #expect(rows.count == ImportJob.maximumFailures && rows.first?.first("th")?.text == "1")
      #expect(page.text.contains("Only the first \(ImportJob.maximumFailures) are listed."))
    }
  }

  @Test("a piece has a size, no file is longer than it was said to be, and one with the form has an end")
  func sizes() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let job = try await Self.begin(browser, size: 10)
      #expect(try await Self.send("a,a@example", at: 0, to: job, browser) == 409)
      let large = String(repeating: "x", count: UserImportPages.pieceBytes + (1 << 17))
      #expect(try await Self.send(large, at: 0, to: job, browser) == 413)
      var form = try await Self.form(browser)
      form.choose(
        "file", name: "users.csv", String(repeating: "x", count: UserImportPages.maximumFileBytes + (1 << 17))
      )
      #expect(try await browser.send(form).status == 413)
    }
  }

  @Test("a user who stands in a file twice is taken twice, in the order of the file")
  func twice() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await Self.form(browser)
      form["overwrite"] = "on"
      form.choose("file", name: "users.csv", "a,,,,,First\nb\na,,,,,Second\n")
      let page = try await Self.end(try await browser.submit(form), browser)
      #expect(Self.number(page, "imported") == 3 && Self.number(page, "failed") == 0)
      #expect(try await server.account("a")?.displayName == "Second")
    }
  }

  @Test("a file whose rest never comes is given up")
  func abandoned() async throws {
    let feed = ImportFeed(patience: .milliseconds(1))
    #expect(await feed.bring([1], isLast: false))
    #expect(try await feed.next() == [1])
    await #expect(throws: ImportFeed.Ending.abandoned) { try await feed.next() }
    #expect(await feed.bring([2], isLast: true) == false)
  }

  // Fails when a piece is taken while two wait.
  @Test("no more than two pieces wait, and they come out in their order")
  func feed() async throws {
    let feed = ImportFeed(patience: .seconds(60))
    async let brought: Bool = {
      for index in 0..<100 {
        guard await feed.bring([UInt8(index)], isLast: index == 99) else { return false }
      }
      return true
    }()
    var read: [UInt8] = []
    while let piece = try await feed.next() { read += piece }
    #expect(await brought && read == Array(0..<100))
    let full = ImportFeed(patience: .seconds(60))
    for index: UInt8 in [0, 1] { #expect(await full.bring([index], isLast: false)) }
    async let third = full.bring([2], isLast: false)
    await full.close()
    #expect(await third == false)
    await #expect(throws: ImportFeed.Ending.closed) { try await full.next() }
  }

  // MARK: Taking out

  @Test("an owner takes all users out, and the log says so; what came out goes in again")
  func export() async throws {
    var options = TestServer.Options()
    options.passwordMemoryCost = 14
    try await TestServer.run(options) { server in
      for index in 0..<3 { _ = try await server.verifiedUser("user\(index)@example.com") }
      let browser = ConsoleBrowser(server)
      let form = try await browser.open(ConsoleBrowser.path("users/export")).form("export-form")
      var text = ""
      let events = try await server.auditEvents {
        let answer = try await browser.send(form)
        #expect(answer.status == 200 && answer.headers.first(name: "content-type") == "application/json")
        #expect(
          answer.headers.first(name: "content-disposition") == "attachment; filename=\"users-example.json\"")
        #expect(answer.headers.first(name: "cache-control") == "no-store")
        text = answer.text
      }
      #expect(events.map(\.action) == [.export] && events[0].actor == "admin:dev")
      #expect(text.contains("passwordHash") && text.contains("user2@example.com"))
      var csv = form
      csv["format"] = "csv"
      let answer = try await browser.send(csv)
      #expect(answer.text.split(separator: "\n").count == 3)
      let before = try await server.accounts()
      _ = try await server.send(
        "DELETE", "/emulator/v1/projects/\(TestServer.project)/accounts",
        headers: ["Authorization": "Bearer owner"])
      #expect(try await server.accounts().isEmpty)
      var again = try await Self.form(browser)
      again.choose("file", name: "users.json", text)
      let project = try #require(try await server.backend.projects.project(TestServer.project))
      again["algorithm"] = "SCRYPT"
      again["key"] = Base64Bytes.standard(try server.backend.projects.signerKey(of: project))
      again["saltSeparator"] = "Bw=="
      again["rounds"] = "8"
      again["memoryCost"] = "14"
      let page = try await Self.end(try await browser.submit(again), browser)
      #expect(Self.number(page, "imported") == 3)
      #expect(try await server.accounts().map(\.email) == before.map(\.email))
      #expect(try await server.signInWithPassword("user1@example.com", "correct horse").status == 200)
    }
  }

  @Test("a tenant's file has its own users, and many pages are one file")
  func exportOfTenant() async throws {
    try await TestServer.run { server in
      let tenant = try await server.openTenant("tea")
      try await UserListTests.addUsers(2, to: server)
      let scope = Scope(project: TestServer.project, tenant: tenant.id)
      for start in stride(from: 0, to: 2_500, by: 500) {
        try await server.service.store.apply(
          try (start..<start + 500).map { index in
            let id = try #require(AccountID(rawValue: "t\(index)"))
            return .insertAccount(Account(id: id, scope: scope, createdAt: Instant(seconds: 1_700_000_000)))
          })
      }
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(ConsoleBrowser.path("users/export") + "?tenant=tea")
      let answer = try await browser.send(try page.form("export-form"))
      let users = try JSONParser(maximumBytes: 1 << 24).parse(answer.body).objectValue?["users"]?.arrayValue
      #expect(users?.count == 2_500 && !answer.text.contains("user1@example.com"))
      #expect(
        answer.headers.first(name: "content-disposition") == "attachment; filename=\"users-example-tea.json\""
      )
    }
  }
}
