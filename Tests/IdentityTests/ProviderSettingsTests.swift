import Identity
import Testing

@Suite("Settings of providers")
struct ProviderSettingsTests {
  // Fails when audiences are compared as Swift compares strings.
  @Test("each accepted audience is named once, in the order of the settings")
  func acceptedAudiences() {
    var settings = ProviderSettings(providerID: "apple.com", enabled: true, clientID: "com.example.app")
    settings.additionalAudiences = ["com.example.web", "", "com.example.app"]
    let apps = ["com.example.app", "com.example.other"].map { App(platform: .ios, appID: $0, bundleID: $0) }
    let accepting = settings.accepting(apps)
    #expect(accepting.acceptedAudiences == ["com.example.app", "com.example.web", "com.example.other"])
    settings.additionalAudiences = ["e\u{301}", "\u{e9}"]
    let accepted = settings.acceptedAudiences.map { Array($0.utf8) }
    #expect(accepted == [Array("com.example.app".utf8), Array("e\u{301}".utf8), Array("\u{e9}".utf8)])
  }
}
