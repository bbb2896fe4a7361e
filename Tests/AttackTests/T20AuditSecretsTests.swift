import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T20: secrets in the audit log", .fewAtOnce)
struct T20AuditSecretsTests {
  // Fails when an event takes over what was asked for or answered: the address of a failed sign-in, a code in
  // its details, the value of a changed setting, a factor's number, and when an explanation takes a flow's code for
  // the provider's name (each alone).
  @Test(
    "no record, explanation or log line holds a password, a code, a token, a seed, an address or a number")
  func everyWayIn() async throws {
    try await TestServer.run { server in
      var secrets: [(name: String, value: String)] = [
        ("password", "correct horse"), ("password", "another horse"), ("password", "wrong horse"),
        ("address", "ann@example.com"), ("address", "nobody@example.com"), ("address", "new@example.com"),
        ("number", "+15555550100"), ("number", "+15555550111"), ("setting", "hush-hush"),
      ]
      func add(_ session: TestSession) {
        secrets += [("ID token", session.idToken), ("refresh token", session.refreshToken)]
      }
      let ann = try await server.verifiedUser("ann@example.com")
      add(ann)
      _ = try await server.signIn("ann@example.com", password: "wrong horse")
      _ = try await server.signIn("nobody@example.com")
      _ = try await server.refresh(ann.refreshToken)

      let link = try await server.signInLinkCode("nobody@example.com")
      secrets.append(("sign-in code", link))
      add(try TestSession(await server.signInWithLink(link, email: "nobody@example.com")))
      let change = try await server.changeCode(of: ann, to: "new@example.com")
      secrets.append(("change code", change))
      _ = try await server.apply(oobCode: change)
      let reset = try await server.resetCode("new@example.com")
      secrets.append(("reset code", reset))
      _ = try await server.resetPassword(reset, to: "another horse")
      _ = try await server.resetPassword(reset, to: "another horse")

      let phone = try await server.sendCode(to: "+15555550100")
      secrets.append(("session info", phone))
      let code = try server.code(of: phone)
      _ = try await server.call(
        "accounts:signInWithPhoneNumber",
        ["sessionInfo": .string(phone), "code": .string(try server.wrongCode(of: phone))])
      add(
        try TestSession(
          await server.call(
            "accounts:signInWithPhoneNumber", ["sessionInfo": .string(phone), "code": .string(code)])))

      let again = try TestSession(await server.signIn("new@example.com", password: "another horse"))
      add(again)
      let started = try await server.startTOTPEnrollment(again.idToken)
      secrets.append(
        ("seed", try #require(started.json["totpSessionInfo"]?["sharedSecretKey"]?.stringValue)))
      let factor = try await server.enrollPhone(again, "+15555550111")
      add(factor.session)
      let pending = try await server.signIn("new@example.com", password: "another horse")
      secrets.append(("pending credential", try #require(pending.json["mfaPendingCredential"]?.stringValue)))

      for provider in ["google.com", "github.com", "oidc.lab"] {
        let flow = try await server.beginFlow(provider)
        let callback = try await server.authorize(
          flow, ["lab_sub": "7", "lab_email": "person@\(provider).example"])
        secrets.append(("state", try #require(flow["state"])))
        let query = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))
        secrets.append(("code", try #require(query["code"])))
        add(try TestSession(await server.finishFlow(flow, at: callback)))
        _ = try await server.finishFlow(flow, at: callback)
        // The provider itself refuses the code, and some repeat it.
        let reused = try await server.beginFlow(provider)
        let broken = try await server.authorize(reused, ["lab_sub": "7", "lab_fault": "reused-code"])
        let parameters = FormURLEncoded(parsing: String(broken.split(separator: "?")[1]))
        secrets += [
          ("code", try #require(parameters["code"])), ("state", try #require(parameters["state"])),
          ("session", reused.sessionID), ("session", flow.sessionID),
        ]
        _ = try await server.finishFlow(reused, at: broken)
      }
      let token = try await server.labToken("apple.com", ["rawNonce": "a raw nonce of ours"])
      secrets += [("provider's token", token), ("nonce", "a raw nonce of ours")]
      for nonce in ["another nonce of theirs", "a raw nonce of ours"] {
        _ = try await server.signInWithIdp([
          ("providerId", "apple.com"), ("id_token", token), ("nonce", nonce),
        ])
      }
      _ = try await server.configure(
        "PATCH", "defaultSupportedIdpConfigs/google.com?updateMask=clientSecret",
        ["clientSecret": "hush-hush"])
      let account = try await server.addServiceAccount()
      let custom = try server.customToken(of: account)
      secrets.append(("custom token", custom))
      _ = try await server.signInWithCustomToken(custom)
      _ = try await server.signInWithCustomToken(custom + "x")

      // Tokens in every place where they do not belong.
      for text in [token, again.idToken, again.refreshToken] {
        for key in ["id_token", "access_token", "code", "state", "pendingToken", "nonce", "error"] {
          _ = try await server.signInWithIdp([("providerId", "google.com"), (key, text)])
        }
        _ = try await server.call(
          "accounts:update", ["idToken": .string(text + "x"), "oobCode": .string(text)])
      }
      // New tokens, another phone in a factor's place, an export, a cookie, another master key's seal.
      let continued = try await server.call(
        "accounts:update", ["idToken": .string(factor.session.idToken), "returnSecureToken": true])
      if let text = continued.json["idToken"]?.stringValue { secrets.append(("ID token", text)) }
      _ = try await server.administer(
        "accounts:update",
        [
          "localId": .string(again.localID),
          "mfa": ["enrollments": [["mfaEnrollmentId": .string(factor.id), "phoneInfo": "+15555550122"]]],
        ])
      secrets.append(("number", "+15555550122"))
      let exported = try await server.send(
        "GET", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet",
        headers: ["Authorization": "Bearer owner"])
      for user in exported.json["users"]?.arrayValue ?? [] {
        for name in ["passwordHash", "salt"] {
          if let value = user[name]?.stringValue { secrets.append((name, value)) }
        }
      }
      let latest = try await server.signUp("late@example.com")
      secrets.append(("address", "late@example.com"))
      let cookie = try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/projects/example:createSessionCookie",
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
        body: #"{"idToken":"\#(latest.idToken)"}"#)
      secrets.append(("cookie", try #require(cookie.json["sessionCookie"]?.stringValue, "\(cookie.text)")))

      let text = try await server.auditText()
      let explanations = try await server.explanationText()
      #expect(explanations.split(separator: "\n").count > 20, "they are looked at")
      let events = try await server.auditEvents()
      #expect(events.count > 30)
      #expect(events.contains { $0.outcome == "MISSING_OR_INVALID_NONCE" })
      for action in [AuditAction.factorReplacement, .continuation, .export, .sessionCookie] {
        #expect(events.contains { $0.action == action }, "\(action)")
      }
      for (name, value) in secrets {
        for form in [value, FormURLEncoded.encode(value)] {
          #expect(!text.contains(form), "\(name) in the audit log")
          #expect(!explanations.contains(form), "\(name) in an explanation")
          #expect(!server.log.text.contains(form), "\(name) in the log")
        }
      }
      #expect(text.contains(ann.localID), "the log is looked at")
    }
  }
}
