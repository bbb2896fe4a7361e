import Identity
import Operations
import Server
import Settings
import TestSupport
import Testing

@Suite("An operator's limits", .fewAtOnce)
struct ConfiguredLimitsTests {
  private static func limits(_ flags: String...) throws -> AbuseLimits {
    let flags = ["publicOrigin=https://auth.example.com"] + flags
    return AbuseLimits(
      try ServeConfiguration(reading: SettingsInput(file: nil, environment: [:], flags: flags)).abuse)
  }

  @Test("are those for real users when nobody says otherwise")
  func defaults() throws {
    #expect(try Self.limits() == AbuseLimits())
  }

  @Test("take the place of each of those")
  func each() throws {
    let usual = AbuseLimits()
    let rate = Throttle.rate(7, per: 70)
    let keys = ServeConfiguration.settings.map(\.key).filter { $0.hasPrefix("abuse.") }
    #expect(keys.count >= 19)
    for key in keys {
      let isCount = key.hasSuffix(".tries")
      let changed = try Self.limits("\(key)=\(isCount ? "7" : "7/70s")")
      #expect(changed != usual, "\(key)")
      let found = String(describing: changed)
      #expect(isCount || found.contains(String(describing: rate)), "\(key)")
    }
    let tries = try Self.limits("abuse.passwords.tries=7").passwords.perSecretAndNetwork
    #expect(tries == .backOff(after: 7, first: 60, longest: 3_600, memory: 86_400))
  }
}
