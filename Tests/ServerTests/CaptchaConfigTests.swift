import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("captchaConfig", .fewAtOnce)
struct CaptchaConfigTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("it is read and changed by mask, and keeps its secret to itself") { try await change($0) },
    Behaviour("values that cannot be are refused") { try await refused($0) },
  ]

  @Test("captchas are configured by mask, within bounds")
  func settings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func change(_ server: TestServer) async throws {
    let before = try await server.configure("GET", "captchaConfig")
    #expect(
      before.json == [
        "name": "projects/example/captchaConfig", "provider": "PROOF_OF_WORK", "signUp": "OFF",
        "passwordSignIn": "OFF", "passwordReset": "OFF", "sms": "OFF", "workBits": 19, "hasSecret": false,
      ])
    let changed = try await server.configure(
      "PATCH", "captchaConfig?updateMask=provider,siteKey,secret,sms,hostnames",
      [
        "provider": "TURNSTILE", "siteKey": "0x4AAA", "secret": "hidden", "sms": "ENFORCE",
        "signUp": "ENFORCE",
        "hostnames": ["app.example.com"],
      ])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(changed.json["sms"] == "ENFORCE" && changed.json["signUp"] == "OFF")
    #expect(changed.json["hasSecret"] == true && !changed.text.contains("hidden"))
    let kept = try await server.configure("PATCH", "captchaConfig?updateMask=sms", ["sms": "AUDIT"])
    #expect(kept.json["hasSecret"] == true && kept.json["siteKey"] == "0x4AAA")
    let nothing = try await server.configure("PATCH", "captchaConfig", ["sms": "OFF"])
    #expect(nothing.json["sms"] == "AUDIT")
  }

  private static func refused(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        ["workBits": 9], ["workBits": 25], ["siteKey": "a b"], ["hostnames": ["https://example.com"]],
        ["hostnames": ["EXAMPLE.com"]], ["verifyUrl": "ftp://example.com"],
        ["verifyUrl": "http://10.0.0.1/"],
        ["provider": "TURNSTILE", "sms": "ENFORCE"], ["secret": "two\nlines"], ["unknown": true],
      ] as [JSONValue]
    ) { change in
      let names = change.objectValue?.keys.sorted().joined(separator: ",") ?? ""
      let response = try await server.configure("PATCH", "captchaConfig?updateMask=\(names)", change)
      #expect(response.status == 400, "\(response.text)")
      #expect(try await server.project().captcha == CaptchaSettings())
    }
  }

  @Test("administrators alone may see and change it, and a change is in the audit log")
  func rights() async throws {
    try await TestServer.run { server in
      for method in ["GET", "PATCH"] {
        let response = try await server.send(
          method, "/identitytoolkit.googleapis.com/v2/projects/example/captchaConfig?key=key",
          headers: ["Content-Type": "application/json"], body: method == "GET" ? nil : "{}")
        #expect(
          response.errorMessage?.hasPrefix("INSUFFICIENT_PERMISSION") == true, "\(method): \(response.text)")
      }
      let events = try await server.auditEvents {
        _ = try await server.configure("PATCH", "captchaConfig?updateMask=sms", ["sms": "AUDIT"])
      }
      #expect(events.map(\.action) == [.projectUpdate])
    }
  }
}
