import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import ProviderLab
import Secrets
import TestSupport
import Testing

@testable import Tokens

@Suite("T20: secrets in answers, logs and the database", .fewAtOnce)
struct T20SecretsInAnswersTests {
  /// Everything that must stay secret, and where it may be seen after all.
  private struct Secrets: Sendable {
    private(set) var all: [(name: String, value: String, answers: Set<String>)] = []

    /// - Parameter answers: the labels of those answers whose business it is to hand the secret out.
    mutating func add(_ name: String, _ value: String, in answers: String...) {
      all.append((name, value, Set(answers)))
    }
  }

  private static let passwords = [
    "correct horse battery staple", "a new and better password", "a wrong password",
  ]

  /// Walks through every operation, with failures of the provider in between, and notes what is secret.
  private static func walk(_ server: TestServer) async throws -> (Secrets, [(label: String, text: String)]) {
    var secrets = Secrets()
    var answers: [(label: String, text: String)] = []
    func note(_ label: String, _ response: TestResponse) -> TestResponse {
      let headers = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      answers.append((label, headers + "\n\n" + response.text))
      return response
    }
    for password in passwords { secrets.add("password", password) }

    let ann = try TestSession(
      note(
        "signUp",
        try await server.call(
          "accounts:signUp", ["email": "ann@example.com", "password": .string(passwords[0])])))
    secrets.add("refresh token", ann.refreshToken, in: "signUp", "refresh")
    _ = note("refresh", try await server.refresh(ann.refreshToken))
    for password in passwords {
      let response = note(
        "password",
        try await server.call(
          "accounts:signInWithPassword", ["email": "ann@example.com", "password": .string(password)]))
      if let token = response.json["refreshToken"]?.stringValue {
        secrets.add("refresh token", token, in: "password")
      }
    }
    let changed = note(
      "update",
      try await server.call(
        "accounts:update", ["idToken": .string(ann.idToken), "password": .string(passwords[1])]))
    secrets.add("refresh token", try require(changed, "refreshToken"), in: "update")
    let idToken = JSONValue.string(try require(changed, "idToken"))
    _ = note("lookup", try await server.call("accounts:lookup", ["idToken": idToken]))
    _ = note("administrator", try await server.administer("accounts:lookup", ["email": ["ann@example.com"]]))

    let account = try await server.addServiceAccount()
    let pem = try #require(account.file["private_key"]?.stringValue)
    for line in pem.split(separator: "\n").dropFirst().dropLast(2) {
      secrets.add("service account's key", String(line))
    }
    let made = try await server.backend.administration.createAdministratorToken(
      "a", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
    secrets.add("administrator's token", made.reveal())
    let assertion = try account.token(server.assertionClaims(account))
    secrets.add("assertion", assertion)
    let granted = note("grant", try await server.grant(assertion))
    secrets.add("access token", try require(granted, "access_token"), in: "grant")
    let customToken = try server.customToken(of: account)
    secrets.add("custom token", customToken)
    let custom = note("custom token", try await server.signInWithCustomToken(customToken))
    secrets.add("refresh token", try require(custom, "refreshToken"), in: "custom token")
    let cookie = note(
      "session cookie",
      try await server.administer(
        bearer: made.reveal(), ":createSessionCookie", ["idToken": custom.json["idToken"] ?? .null]))
    secrets.add("session cookie", try require(cookie, "sessionCookie"), in: "session cookie")
    _ = note(
      "administrator", try await server.administer(bearer: made.reveal(), "/accounts:lookup", [:]))
    _ = note(
      "administrator",
      try await server.administer(bearer: made.reveal(), "/accounts:lookup", [:], project: "other"))

    for provider in ["google.com", "apple.com", "facebook.com", "github.com", "oauth.lab", "oidc.lab"] {
      for fault in [nil, "http-500", "broken-json", "reused-code", "denied-consent", "wrong-nonce"] {
        let label = "\(provider) \(fault ?? "")"
        let flow = try await server.beginFlow(provider)
        secrets.add("session id", flow.sessionID)
        secrets.add("state", try #require(flow["state"]), in: "callback \(label)")
        let callback = try await server.authorize(
          flow, fault.map { ["lab_fault": $0, "lab_person": "ada"] } ?? [:])
        _ = note("callback \(label)", try await server.send("GET", callback))
        let code = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))["code"]
        if let code { secrets.add("code", code, in: "callback \(label)") }
        let response = note(label, try await server.finishFlow(flow, at: callback))
        for name in ["pendingToken", "refreshToken", "oauthAccessToken"] {
          if let value = response.json[name]?.stringValue { secrets.add(name, value, in: label) }
        }
        _ = note("replay", try await server.finishFlow(flow, at: callback))
      }
    }
    for provider in ["google.com", "facebook.com", "github.com"] {
      let token = try await server.labToken(provider, ["kind": "access", "sub": "1"])
      for endpoint in ["tokeninfo", "debug_token", "check_token", "userinfo", "graph", "emails"] {
        for fault in ["http-500", "broken-json"] {
          _ = try await server.send(
            "PUT", "/lab/control/faults/\(provider)", headers: ["Content-Type": "application/json"],
            body: #"{"fault":"\#(fault)","endpoint":"\#(endpoint)"}"#)
          let label = "access token"
          let response = note(
            label,
            try await server.signInWithIdp([("providerId", provider), ("access_token", token)]))
          for name in ["pendingToken", "refreshToken"] {
            if let value = response.json[name]?.stringValue { secrets.add(name, value, in: label) }
          }
        }
      }
      secrets.add("access token", token, in: "access token")
    }
    // Every artifact at a wrong place: the error must not repeat it.
    for secret in secrets.all where secret.name != "password" {
      let value = JSONValue.string(secret.value)
      _ = note("wrong place", try await server.refresh(secret.value + "A"))
      _ = note("wrong place", try await server.call("accounts:lookup", ["idToken": value]))
      _ = note("wrong place", try await server.signInWithCustomToken(secret.value + "A"))
      _ = note("wrong place", try await server.grant(secret.value + "A"))
      _ = note(
        "wrong place",
        try await server.signInWithIdp([("providerId", "apple.com"), ("access_token", secret.value)]))
      _ = note(
        "wrong place",
        try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup",
          headers: ["Authorization": "Bearer \(secret.value)"], body: "{}"))
    }
    return (secrets, answers)
  }

  /// Of configuration and of the account: never anywhere.
  private static func addStored(to secrets: inout Secrets, _ server: TestServer) async throws {
    let clients = ProviderLab.clients
    secrets.add("client secret", clients.google.secret)
    secrets.add("client secret", clients.facebook.secret)
    secrets.add("client secret", clients.github.secret)
    secrets.add("client secret", clients.oidc.secret)
    let pem = clients.apple.privateKeyPEM.split(separator: "\n").dropFirst().dropLast()
    for line in pem { secrets.add("private key", String(line)) }
    let project = try #require(try await server.backend.projects.project(TestServer.project))
    let signerKey = try server.backend.projects.signerKey(of: project)
    secrets.add("signer key", Data(signerKey).base64EncodedString())
    for entry in server.service.keyRing.published(now: server.clock.now()) {
      let privateKey = try entry.key.material.privateKey()
      // Past the modulus, which the certificate shows: of the private exponent.
      secrets.add("signing key", Data(privateKey[(privateKey.count / 3)...].prefix(48)).base64EncodedString())
    }
  }

  // Fails when an error repeats what was presented, when ErrorMiddleware logs the query, or when `AccountInfo`
  // shows the hash of the password (each alone). Not when ProviderErrorText hides nothing: no error that the
  // lab answers here repeats a secret.
  @Test("no answer or log line holds a secret that it is not there to hand out")
  func answersAndLog() async throws {
    try await TestServer.run { server in
      var (secrets, answers) = try await Self.walk(server)
      try await Self.addStored(to: &secrets, server)
      let ann = try #require(try await server.account(email: "ann@example.com"))
      let hash = Data(try #require(ann.password).hash)
      for text in [hash.base64EncodedString(), Base64URL.encode(hash)] { secrets.add("password hash", text) }

      let audit = try await server.auditText()
      #expect(answers.count > 100)
      for secret in secrets.all {
        #expect(secret.value.utf8.count >= 16, "\(secret.name) is long enough to be looked for")
        for answer in answers where !secret.answers.contains(answer.label) {
          let shows =
            answer.text.contains(secret.value) || answer.text.contains(FormURLEncoded.encode(secret.value))
          #expect(!shows, "\(secret.name) in the answer of \(answer.label): \(answer.text)")
        }
        #expect(!server.log.text.contains(secret.value), "\(secret.name) in the log")
        #expect(!audit.contains(secret.value), "\(secret.name) in the audit log")
      }
      #expect(server.log.text.contains("federated sign-in decided"), "the log is looked at")
    }
  }

  // Fails when artifacts are stored unsealed or under their own text, refresh tokens under theirs, or
  // provider secrets, signer keys or signing keys unsealed (each alone).
  @Test("the database's files hold no secret as it is")
  func database() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        var (secrets, _) = try await Self.walk(server)
        try await Self.addStored(to: &secrets, server)
        try Self.checkFiles(directory, secrets, "running")
      }
      let after = try Self.bytes(directory)
      #expect(!after.isEmpty)
    }
  }

  private static func bytes(_ directory: DataDirectory) throws -> [(name: String, bytes: Data)] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasPrefix("latchkey.db") }
      .map { ($0, try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + $0))) }
  }

  /// The names of what ``addStored(to:_:)`` adds: of these some are parts of JSON documents.
  private static let stored: Set<String> = ["client secret", "private key", "signer key", "signing key"]

  /// How a secret may stand in a file: as text, as the bytes that it is the Base64 of, and in a document as
  /// the list of numbers or the Base64 that JSON makes of bytes.
  private static func forms(of secret: String, inDocuments: Bool) -> [Data] {
    var forms = [Data(secret.utf8)]
    if let decoded = Base64URL.decode(secret), decoded.count >= 16 { forms.append(Data(decoded)) }
    if let decoded = Data(base64Encoded: secret), decoded.count >= 16 { forms.append(decoded) }
    guard inDocuments else { return forms }
    for bytes in forms {
      forms.append(Data(bytes.map(String.init).joined(separator: ",").utf8))
      for offset in 0..<3 {
        let whole = bytes.dropFirst(offset)
        forms.append(Data(whole.prefix(whole.count / 3 * 3).base64EncodedString().utf8))
      }
    }
    return forms
  }

  private static func checkFiles(_ directory: DataDirectory, _ secrets: Secrets, _ when: String) throws {
    let files = try bytes(directory)
    #expect(
      files.contains { $0.name.hasSuffix("-wal") && !$0.bytes.isEmpty }, "the newest writes are looked at")
    let marker = Data("ann@example.com".utf8)
    #expect(files.contains { $0.bytes.range(of: marker) != nil }, "what is stored in the clear is found")
    for file in files {
      for secret in secrets.all {
        for form in forms(of: secret.value, inDocuments: stored.contains(secret.name)) {
          #expect(file.bytes.range(of: form) == nil, "\(secret.name) in \(file.name)")
        }
      }
      for header in ["BEGIN PRIVATE KEY", "BEGIN RSA PRIVATE KEY", "BEGIN EC PRIVATE KEY"] {
        #expect(file.bytes.range(of: Data(header.utf8)) == nil, "\(header) in \(file.name)")
      }
    }
  }
}
