import Settings
import Testing

@Suite("Settings of what is limited, refused and written down")
struct SafeguardTests {
  private static let origin = "publicOrigin: https://auth.example.com\n"

  @Test("a rate is a number and a time of whole seconds, and nothing else")
  func rates() throws {
    let good = try Files().read(Self.origin + "abuse: {mailsPerMailbox: 3/90m, refreshesPerSession: 7/10s}")
    #expect(good.mistakes.isEmpty, "\(good.mistakes.map(\.text))")
    #expect(good.configuration.abuse.mailsPerMailbox == Rate(3, per: .seconds(5_400)))
    #expect(good.configuration.abuse.refreshesPerSession == Rate(7, per: .seconds(10)))
    for text in [
      "3", "3/", "/1h", "0/1h", "-1/1h", "3/0s", "3/500ms", "3/1h/2", "x/1h", "٣/1h", "3/400d", "+3/1h",
    ] {
      let reading = try Files().read(Self.origin + "abuse: {mailsPerMailbox: \"\(text)\"}")
      let mistake = reading.mistake("abuse.mailsPerMailbox")
      #expect(mistake?.fix.contains("10/1h") == true, "\(text)")
    }
  }

  @Test("what may be tried is given apart for passwords and codes")
  func guesses() throws {
    let abuse = try Files().read(
      Self.origin + "abuse: {passwords: {tries: 5, perAccount: 20/12h}, codes: {perNetwork: 30/20m}}"
    ).configuration.abuse
    #expect(abuse.passwords.tries == 5 && abuse.codes.tries == 10)
    #expect(abuse.passwords.perAccount == Rate(20, per: .seconds(43_200)))
    #expect(abuse.codes.perNetwork == Rate(30, per: .seconds(1_200)))
  }

  @Test("the audit log is kept for a day at least, or for ever")
  func retention() throws {
    #expect(try Files().read(Self.origin).configuration.audit.retention == .seconds(400 * 86_400))
    #expect(try Files().read(Self.origin + "audit: {retention: 0}").configuration.audit.retention == nil)
    #expect(try Files().read(Self.origin + "audit: {retention: 30d}").mistakes.isEmpty)
    #expect(try Files().read(Self.origin + "audit: {retention: 1h}").mistake("audit.retention") != nil)
  }

  @Test("days of sign-ins are kept for no shorter than their hours, or for ever")
  func activity() throws {
    let usual = try Files().read(Self.origin).configuration.activity
    #expect(usual.hourlyRetention == .seconds(35 * 86_400) && usual.retention == .seconds(400 * 86_400))
    #expect(
      try Files().read(Self.origin + "activity: {retention: 0}").configuration.activity.retention == nil)
    #expect(
      try Files().read(Self.origin + "activity: {retention: 30d}").mistake("activity.retention") != nil)
    #expect(
      try Files().read(Self.origin + "activity: {hourlyRetention: 1d}").mistake("activity.hourlyRetention")
        != nil)
  }

  @Test(
    "an audit webhook needs a safe address and a secret of some length",
    arguments: [
      ("url: https://siem.example.com/in", String(repeating: "s", count: 32), nil),
      ("url: http://siem.example.com/in", String(repeating: "s", count: 32), "audit.webhook.url"),
      ("url: https://user@siem.example.com/in", String(repeating: "s", count: 32), "audit.webhook.url"),
      ("url: http://10.0.0.7/in, privateAddresses: true", String(repeating: "s", count: 32), nil),
      ("url: https://siem.example.com/in", "short", "audit.webhook.secret"),
      ("url: https://siem.example.com/in", nil, "audit.webhook.secretFile"),
      ("projects: [my-app]", nil, "audit.webhook.projects"),
    ] as [(String, String?, String?)])
  func webhook(section: String, secret: String?, key: String?) throws {
    let reading = try Files().read(
      Self.origin + "audit: {webhook: {\(section)}}",
      environment: secret.map { ["LATCHKEY_AUDIT_WEBHOOK_SECRET": $0] } ?? [:])
    #expect(reading.mistakes.map(\.key) == (key.map { [$0] } ?? []), "\(reading.mistakes.map(\.text))")
    #expect((reading.configuration.audit.webhook != nil) == (key == nil || key == "audit.webhook.url"))
    if let secret { #expect(!reading.problems.contains { $0.text.contains(secret) }) }
  }

  @Test("private hosts of functions are names alone, in whatever case")
  func functions() throws {
    let good = try Files().read(Self.origin + "functions: {privateHosts: [Functions.Internal, \"10.0.0.7\"]}")
    #expect(good.mistakes.isEmpty)
    #expect(good.configuration.functions.privateHosts == ["functions.internal", "10.0.0.7"])
    let bad = try Files().read(Self.origin + "functions: {privateHosts: [\"https://functions.internal/\"]}")
    #expect(bad.mistake("functions.privateHosts") != nil)
    for text in [
      "functions.internal:8443", "functions.internal:", "10.0.0.7:8443", "[fd00::7]:8443", "[fd00::7]",
      "a:b:c",
    ] {
      let reading = try Files().read(Self.origin + "functions: {privateHosts: [\"\(text)\"]}")
      let mistake = try #require(reading.mistake("functions.privateHosts"), "\(text)")
      let name = text.contains("[") ? "fd00::7" : String(text.prefix { $0 != ":" })
      #expect(text == "a:b:c" || mistake.fix.contains(" \(name)"), "\(mistake.text) \(mistake.fix)")
    }
    #expect(try Files().read(Self.origin + "functions: {privateHosts: [\"fd00::7\"]}").mistakes.isEmpty)
  }

  @Test("private hosts of providers are names alone, in whatever case")
  func providers() throws {
    let good = try Files().read(Self.origin + "providers: {privateHosts: [Login.Internal, \"10.0.0.7\"]}")
    #expect(good.mistakes.isEmpty)
    #expect(good.configuration.providers.privateHosts == ["login.internal", "10.0.0.7"])
    #expect(good.configuration.providers.caFile == nil)
    let bad = try Files().read(Self.origin + "providers: {privateHosts: [\"https://login.internal/\"]}")
    #expect(bad.mistake("providers.privateHosts") != nil)
    for text in [
      "login.internal:8443", "login.internal:", "10.0.0.7:8443", "[fd00::7]:8443", "[fd00::7]", "a:b:c",
    ] {
      let reading = try Files().read(Self.origin + "providers: {privateHosts: [\"\(text)\"]}")
      let mistake = try #require(reading.mistake("providers.privateHosts"), "\(text)")
      let name = text.contains("[") ? "fd00::7" : String(text.prefix { $0 != ":" })
      #expect(text == "a:b:c" || mistake.fix.contains(" \(name)"), "\(mistake.text) \(mistake.fix)")
    }
    #expect(try Files().read(Self.origin + "providers: {privateHosts: [\"fd00::7\"]}").mistakes.isEmpty)
  }
}
