import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Imports are tried first, and ask for what the algorithm needs")
struct UserImportTrialTests {
  // Fails when the trial stores anything, or looks at less than the import does.
  @Test("a trial says what an import would do, and does nothing", arguments: [false, true])
  func trial(overwrites: Bool) async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      _ = try await server.administer(
        "accounts:batchCreate",
        [
          "users": [
            ["localId": "u3", "email": "three@example.com"],
            ["localId": "other", "email": "user5@example.com", "phoneNumber": "+15555550100"],
            [
              "localId": "linked",
              "providerUserInfo": [["providerId": "google.com", "rawId": "g1"]],
            ],
          ]
        ])
      let before = try await server.accounts()
      var form = try await UserImportTests.form(browser)
      let text = UserImportTests.file(1_200) { index in
        switch index {
        case 1: ",\"passwordHash\":\"AAAA\""
        case 2: ",\"phoneNumber\":\"+15555550100\""
        case 4: ",\"providerUserInfo\":[{\"providerId\":\"google.com\",\"rawId\":\"g1\"}]"
        // Of the file's own, in one upload and in another.
        case 7, 8, 1_100: ",\"phoneNumber\":\"+15555550107\""
        default: ""
        }
      }
      form.choose("file", name: "users.json", text)
      if overwrites { form["overwrite"] = "on" }
      let filled = form
      var expected = ["2", "3", "4", "5", "6", "9", "1101"]
      if overwrites { expected.removeAll { $0 == "4" } }
      let events = try await server.auditEvents {
        let page = try await UserImportTests.end(
          try await browser.submit(filled, pressing: ("try", "on")), browser)
        #expect(page.heading == "Dry run of users.json" && page.element(id: "trial") != nil)
        #expect(UserImportTests.number(page, "read") == 1_200)
        let rows = page.element(id: "failures")?.first("tbody")?.all("tr") ?? []
        #expect(rows.compactMap { $0.first("th")?.text } == expected)
        #expect(UserImportTests.number(page, "imported") == 1_200 - expected.count)
      }
      #expect(events.isEmpty)
      #expect(try await server.accounts() == before)
      // The import itself says the same.
      let page = try await UserImportTests.end(try await browser.submit(filled), browser)
      let rows = page.element(id: "failures")?.first("tbody")?.all("tr") ?? []
      #expect(rows.compactMap { $0.first("th")?.text } == expected)
    }
  }

  // Fails when a trial does not follow who has an address after each row.
  @Test("a trial that overwrites follows addresses from user to user, as the import does")
  func movedAddresses() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      func user(_ id: String, _ address: String) -> JSONValue {
        ["localId": .string(id), "email": .string(address + "@example.com")]
      }
      _ = try await server.administer(
        "accounts:batchCreate",
        ["users": [user("a", "a"), user("b", "b"), user("c", "c"), user("e", "e")]])
      let rows = [
        user("a", "shared"),
        // The one before has it.
        user("b", "shared"),
        // The first row gave this up.
        user("c", "a"), user("a", "c"), user("b", "shared"),
        // Overwrites a row of this file, but the one before has the address again.
        user("a", "shared"), user("d", "b"),
        // Nobody in the file gave this up.
        user("d", "e"),
      ]
      var form = try await UserImportTests.form(browser)
      form.choose("file", name: "users.json", JSONWriter.text(["users": .array(rows)]))
      form["overwrite"] = "on"
      let filled = form
      for button in [("try", "on"), nil] as [(name: String, value: String)?] {
        let page = try await UserImportTests.end(
          try await browser.submit(filled, pressing: button), browser)
        let failed = page.element(id: "failures")?.first("tbody")?.all("tr") ?? []
        let numbers = failed.compactMap { $0.first("th")?.text }
        #expect(numbers == ["2", "6", "8"], "\(button?.name ?? "import")")
      }
    }
  }

  @Test("fields of other algorithms are not looked at, and each field says whose it is")
  func fields() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await UserImportTests.form(browser)
      form.choose("file", name: "users.json", UserImportTests.file(1))
      form["algorithm"] = "BCRYPT"
      form["rounds"] = "many"
      form["key"] = "%%%"
      let page = try await UserImportTests.end(try await browser.submit(form), browser)
      #expect(UserImportTests.number(page, "imported") == 1)
      let shown = try await browser.open(ConsoleBrowser.path("users/import"))
      let style = String(decoding: PackageResources.console_css, as: UTF8.self)
      for family in UploadHashing.Family.allCases {
        let fields = shown.root.all("div").filter {
          $0["data-hash"]?.split(separator: " ").contains { $0 == family.rawValue } == true
        }
        #expect(fields.count == family.parameters.count, "\(family)")
        #expect(style.contains("[data-hash]:not([data-hash~=\"\(family.rawValue)\"])"), "\(family)")
      }
    }
  }
}
