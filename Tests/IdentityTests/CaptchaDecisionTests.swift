import Foundation
import Testing

@testable import Identity

@Suite("The decision on captchas")
struct CaptchaDecisionTests {
  private static let findings: [(CaptchaFinding, Refusal?)] = [
    (.passed, nil), (.missing, .missingRecaptchaToken), (.wrong("why"), .invalidRecaptchaToken),
    (.unavailable("why"), .captchaCheckFailed),
  ]

  // Fails when somebody is let in whom nobody could check.
  @Test("what is enforced lets in who passed alone, and what is not refuses nobody")
  func admission() throws {
    for (finding, refusal) in Self.findings {
      for mode in [CaptchaSettings.Mode.off, .audit] { try CaptchaDecision.admit(finding, by: mode) }
      do throws(IdentityError) {
        try CaptchaDecision.admit(finding, by: .enforce)
        #expect(refusal == nil)
      } catch {
        #expect(error.refusal == refusal)
        #expect(error.detail == nil, "what is wrong is for the log")
      }
    }
  }

  @Test("something is asked for where one action is not off")
  func anythingAsked() {
    var settings = CaptchaSettings()
    #expect(!settings.isAnythingAsked)
    settings[.sms] = .audit
    #expect(settings.isAnythingAsked)
    settings[.sms] = .off
    #expect(!settings.isAnythingAsked)
  }

  // Fails when a member is not read, or an older project has none.
  @Test("settings are stored, those of before them are off, and off is not stored")
  func coding() throws {
    var settings = CaptchaSettings()
    settings.provider = .hCaptcha
    settings[.signUp] = .enforce
    settings[.sms] = .audit
    settings.workBits = 12
    settings.siteKey = "site"
    settings.hostnames = ["example.com"]
    settings.verifyURL = "https://example.com"
    settings.sealedSecret = [1, 2]
    let stored = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(CaptchaSettings.self, from: stored) == settings)
    #expect(try JSONDecoder().decode(CaptchaSettings.self, from: Data("{}".utf8)) == CaptchaSettings())
    settings[.sms] = .off
    #expect(settings.modes == [.signUp: .enforce])
  }
}
