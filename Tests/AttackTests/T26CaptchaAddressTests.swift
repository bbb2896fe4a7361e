import Identity
import IdentityWire
import Operations
import ProviderLab
import Secrets
import TestSupport
import Testing

@Suite("T26: server-side request forgery by the address that checks tokens", .fewAtOnce)
struct T26CaptchaAddressTests {
  // Fails when SiteVerification allows private addresses whatever the host's name.
  @Test("no check reaches this machine or its neighbours unless the operator named the host")
  func privateAddresses() async throws {
    var options = TestServer.Options()
    options.privateProviderHosts = ["captcha.internal"]
    try await StubListener.run { target in
      let port = target.port
      try await TestServer.run(options) { server in
        for host in [
          "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "169.254.169.254", "[::ffff:127.0.0.1]", "2130706433",
          "captcha.internal.localhost", "10.0.0.1",
        ] {
          for scheme in ["https", "http"] {
            let url = "\(scheme)://\(host):\(port)/latest/meta-data"
            let refused = try await server.configure(
              "PATCH", "captchaConfig?updateMask=verifyUrl", ["verifyUrl": .string(url)])
            expectRefused(refused, "INVALID_CONFIG", url)
            // As a name that leads there, or what another server stored in the same database.
            let sealed = try server.backend.secretBox.seal(
              Array("secret".utf8), context: CaptchaSettings.sealingContext(of: TestServer.project))
            try await server.changeProject { project in
              project.captcha.provider = .turnstile
              project.captcha.siteKey = "site"
              project.captcha.verifyURL = url
              project.captcha.sealedSecret = Array(sealed)
              project.captcha[.signUp] = .enforce
            }
            let response = try await server.call(
              "accounts:signUp",
              ["email": "ada@example.com", "password": "correct horse", "captchaResponse": "token"])
            #expect(response.status == 503 && response.errorMessage == "CAPTCHA_CHECK_FAILED", "\(url)")
            try await server.changeProject { $0.captcha = CaptchaSettings() }
          }
        }
      }
      #expect(target.connections == 0)
    }
  }

  // Fails when an address stays with another service than the one that it was set for.
  @Test("who set the address of one service does not get another one's secret by it")
  func inherited() async throws {
    try await TestServer.run { server in
      try await server.requireCaptcha(of: .turnstile) { $0.verifyURL = "https://evil.example/collect" }
      let another: JSONValue = ["provider": "HCAPTCHA", "secret": "another-secret"]
      let changed = try await server.configure(
        "PATCH", "captchaConfig?updateMask=provider,secret", another)
      #expect(changed.status == 200 && changed.json["hasSecret"] == true, "\(changed.text)")
      #expect(changed.json["verifyUrl"] == nil, "\(changed.text)")
      let named = try await server.configure(
        "PATCH", "captchaConfig?updateMask=provider,secret,verifyUrl",
        ["provider": "TURNSTILE", "secret": "a-third", "verifyUrl": "https://example.org/verify"])
      #expect(named.json["verifyUrl"] == "https://example.org/verify", "\(named.text)")
    }
  }

  // Fails when a stored secret goes along to another address or service.
  @Test("who may change the address does not get the secret by it")
  func secret() async throws {
    try await TestServer.run { server in
      try await server.requireCaptcha(of: .turnstile)
      let address = JSONValue.string("https://evil.example/collect")
      let refused = try await server.configure(
        "PATCH", "captchaConfig?updateMask=verifyUrl", ["verifyUrl": address])
      expectRefused(refused, "INVALID_CONFIG", "needs the secret anew")
      let other = try await server.configure(
        "PATCH", "captchaConfig?updateMask=provider", ["provider": "HCAPTCHA"])
      expectRefused(other, "INVALID_CONFIG", "another service")
      let off: JSONValue = [
        "verifyUrl": address, "signUp": "OFF", "passwordSignIn": "OFF", "passwordReset": "OFF", "sms": "OFF",
      ]
      let mask = "verifyUrl,signUp,passwordSignIn,passwordReset,sms"
      let before = try await server.project().captcha
      let silent = try await server.configure("PATCH", "captchaConfig?updateMask=\(mask)", off)
      expectRefused(silent, "INVALID_CONFIG", "needs the secret anew, also while nothing is asked")
      #expect(try await server.project().captcha == before)
      let given = try await server.configure(
        "PATCH", "captchaConfig?updateMask=verifyUrl,secret", ["verifyUrl": address, "secret": "a-new-one"])
      #expect(given.status == 200 && given.json["hasSecret"] == true, "\(given.text)")
      let removed = try await server.configure(
        "PATCH", "captchaConfig?updateMask=\(mask),secret",
        off.replacing("verifyUrl", with: nil).replacing("secret", with: ""))
      #expect(removed.status == 200 && removed.json["hasSecret"] == false, "\(removed.text)")
    }
  }
}
