import Secrets
import Testing

@testable import Messaging

@Suite("Settings of mail")
struct SMTPSettingsTests {
  @Test("what cannot work or is not safe is named by its key")
  func mistakes() {
    func keys(_ change: (inout SMTPSettings) -> Void) -> [String] {
      var settings = SMTPSettings(host: "smtp.example.com")
      change(&settings)
      return settings.mistakes().map(\.key)
    }
    #expect(keys { _ in }.isEmpty)
    #expect(keys { $0.security = .none } == ["mail.smtp.security"])
    for host in ["127.0.0.1.example.com", "127.0.0.256", "localhost.example.com", "10.0.0.1"] {
      #expect(
        keys {
          $0.host = host
          $0.security = .none
        } == ["mail.smtp.security"], "\(host)")
    }
    for host in ["localhost", "127.0.0.1", "127.1.2.3", "::1"] {
      #expect(
        keys {
          $0.host = host
          $0.security = .none
        }.isEmpty, "\(host)")
    }
    #expect(keys { $0.host = "smtp.example.com/x" } == ["mail.smtp.host"])
    #expect(keys { $0.host = "user@smtp.example.com" } == ["mail.smtp.host"])
    #expect(keys { $0.port = 0 } == ["mail.smtp.port"])
    #expect(keys { $0.username = "a" } == ["mail.smtp.password"])
    #expect(keys { $0.password = Secret("a") } == ["mail.smtp.username"])
    #expect(keys { $0.caFile = "/nowhere/ca.pem" } == ["mail.smtp.caFile"])
    #expect(keys { $0.heloName = "a b" } == ["mail.smtp.heloName"])
  }

  @Test("a port goes with its kind of protection")
  func ports() {
    #expect(SMTPSettings(host: "a.de").port == 587 && SMTPSettings(host: "a.de", security: .tls).port == 465)
  }
}
