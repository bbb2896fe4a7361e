import Foundation
import Identity
import IdentityWire
import Operations
import SeedFiles
import TestSupport
import Testing

@Suite("An export in the form of the Firebase emulator", .fewAtOnce)
struct EmulatorExportTests {
  @Test("brings in its users, with everything that is said of them")
  func users() async throws {
    try await TestServer.run { server in
      let report = try await server.load(SeedScratch.fixture)
      #expect(report == SeedReport(users: 8, tenants: 0, usersWithoutKnownPassword: 1))
      let accounts = Dictionary(
        uniqueKeysWithValues: try await server.accounts().map { ($0.email?.text ?? $0.id.rawValue, $0) })

      let ada = try #require(accounts["ada@example.com"])
      #expect(ada.id.rawValue == "3vqkVJ2mVQYw0oZp9b8hQK1sTtAn")
      #expect(ada.displayName == "Ada Lovelace" && ada.photoURL == "https://example.com/ada.png")
      #expect(ada.emailVerified && !ada.disabled)
      #expect(ada.customAttributes == #"{"role":"admin","level":3}"#)
      #expect(ada.createdAt.milliseconds == 1_767_225_600_000)
      #expect(ada.lastLoginAt?.milliseconds == 1_767_229_200_000)
      #expect(ada.lastRefreshAt?.iso8601 == "2026-01-01T01:00:00.000Z")
      #expect(ada.validSince.seconds == 1_767_225_600)
      #expect(ada.passwordUpdatedAt?.milliseconds == 1_767_225_600_000)

      let grace = try #require(accounts["grace@example.com"])
      #expect(grace.links.count == 1 && grace.links[0].providerID == "google.com")
      #expect(grace.links[0].rawID == "108234567890123456789" && grace.links[0].screenName == "grace")
      #expect(grace.links[0].photoURL == "https://example.com/grace.png")
      #expect(grace.phoneNumber == "+15555550100" && grace.initialEmail?.text == "hopper@example.com")

      let katherine = try #require(accounts["katherine@example.com"])
      #expect(katherine.factors.map(\.displayName) == ["Work phone", "Authenticator"])
      #expect(katherine.factors[0].kind == .phone(number: "+15555550111"))
      #expect(katherine.factors[0].enrollmentID == "vT2ySn0pQk8bXwLr5cJm7HfGdZeU")
      #expect(katherine.factors[0].enrolledAt.iso8601 == "2026-01-01T00:00:02.500Z")

      #expect(accounts["Cz7pHn2eXw4oUa9sKd6tVb1yQmRf"]?.isAnonymous == true)
      #expect(accounts["custom-token-user"]?.customAuth == true)
      #expect(accounts["disabled@example.com"]?.disabled == true)
      #expect(accounts["link@example.com"]?.emailLinkSignIn == true)
      let project = try await server.project()
      #expect(project.signIn.allowDuplicateEmails && project.signIn.emailEnumerationProtection)
    }
  }

  @Test("lets its users sign in with the passwords in its hashes, and with no others")
  func passwords() async throws {
    try await TestServer.run(.live) { server in
      try await server.load(SeedScratch.fixture)
      let signedIn = try await server.passwordSignIn("ada@example.com", "correct horse")
      #expect(signedIn.json["localId"] == "3vqkVJ2mVQYw0oZp9b8hQK1sTtAn", "\(signedIn.text)")
      #expect(try await server.passwordSignIn("grace@example.com", "a:password=in it").status == 200)
      for (email, password) in [
        ("ada@example.com", "wrong horse"), ("ada@example.com", "correct hors"), ("ada@example.com", ""),
        ("ada@example.com", "fakeHash:salt=fakeSaltAdaAdaAdaAdaAdaAda:password=correct horse"),
        ("grace@example.com", "in it"), ("elsewhere@example.com", "V1RUpQ8Lw3qYzKxS0nB7cA=="),
        ("elsewhere@example.com", ""), ("link@example.com", ""),
      ] {
        #expect(try await server.passwordSignIn(email, password).status == 400, "\(email) \(password)")
      }
      #expect(
        try await server.passwordSignIn("disabled@example.com", "locked out").errorMessage == "USER_DISABLED")
    }
  }

  @Test("lets its users in by their second factors")
  func factors() async throws {
    try await TestServer.run { server in
      try await server.load(SeedScratch.fixture)
      let first = try await server.passwordSignIn("katherine@example.com", "two factors")
      let pending = try server.text(first, "mfaPendingCredential")
      let phone = try await server.provePhone(pending, "vT2ySn0pQk8bXwLr5cJm7HfGdZeU")
      #expect(phone.status == 200, "\(phone.text)")

      let again = try await server.passwordSignIn("katherine@example.com", "two factors")
      let authenticator = try TestAuthenticator(base32: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
      let app = try await server.proveTOTP(
        try server.text(again, "mfaPendingCredential"), "nB4rCq6wYt1xKs9zVj3gMh8fLdPa",
        password: authenticator.password(at: server.clock.now()))
      #expect(app.status == 200, "\(app.text)")
    }
  }

  @Test("is given back as it was, also when users have signed in")
  func givenBack() async throws {
    let scratch = try SeedScratch()
    try await TestServer.run { server in
      try await server.load(SeedScratch.fixture)
      #expect(try await server.passwordSignIn("grace@example.com", "a:password=in it").status == 200)
      #expect(try await server.export(to: scratch.path("out")) == 8)
    }
    let before = try JSONParser().parse(
      String(contentsOfFile: SeedScratch.fixture + "/auth_export/accounts.json", encoding: .utf8))
    let after = try JSONParser().parse(try scratch.read("out/auth_export/accounts.json"))
    #expect(after["kind"] == "identitytoolkit#DownloadAccountResponse")
    let users = try #require(after["users"]?.arrayValue)
    #expect(users.count == before["users"]?.arrayValue?.count)
    for (old, new) in zip(before["users"]?.arrayValue ?? [], users) {
      for (name, value) in old.objectValue ?? [:] {
        // What is false or follows from the rest may be left out, and sign-ins have their time.
        if ["disabled", "emailVerified", "validSince", "lastLoginAt", "lastRefreshAt"].contains(name) {
          continue
        }
        #expect(new[name] == value, "\(name) of \(old["localId"] ?? .null)")
      }
      #expect((new["disabled"] ?? false) == (old["disabled"] ?? false))
    }
    #expect(
      try scratch.read("out/auth_export/config.json")
        == #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true},"signIn":{"allowDuplicateEmails":true}}"#
    )
    let metadata = try JSONParser().parse(try scratch.read("out/firebase-export-metadata.json"))
    #expect(metadata["auth"]?["path"] == "auth_export")
    #expect(metadata["version"]?.stringValue == metadata["auth"]?["version"]?.stringValue)
  }

  @Test("is taken again into the data that it came into, and replaces its users")
  func again() async throws {
    try await TestServer.run { server in
      try await server.load(SeedScratch.fixture)
      let session = try TestSession(try await server.passwordSignIn("ada@example.com", "correct horse"))
      let changed = try await server.administer(
        "accounts:update",
        ["localId": .string(session.localID), "displayName": "Somebody", "password": "another one"])
      #expect(changed.status == 200)
      _ = try await server.signUp("stays@example.com")
      try await server.load(SeedScratch.fixture)
      #expect(try await server.accounts().count == 9)
      #expect(try await server.passwordSignIn("ada@example.com", "correct horse").status == 200)
      #expect(try await server.account(session.localID)?.displayName == "Ada Lovelace")
    }
  }
}
