import Testing

@testable import Identity

@Suite("What a project lacks")
struct ProjectSetupTests {
  private static let ready = ProjectSetup(sendsMail: true, sendsSMS: true, hasIncompleteProvider: false)

  /// A project that lacks nothing.
  private static func project() throws -> Project {
    var project = Project(
      id: try #require(ProjectID(rawValue: "example")), number: "1", apiKeys: [],
      authorizedDomains: ["localhost", "app.example.com"], createdAt: Instant(seconds: 0))
    project.providers = [ProviderSettings(providerID: "google.com", enabled: true, clientID: "x")]
    project.apps = [App(platform: .ios, appID: "1:1:ios:1", bundleID: "a.b")]
    return project
  }

  @Test("a project with all of it lacks nothing")
  func complete() throws { #expect(Self.ready.missing(in: try Self.project()).isEmpty) }

  @Test("each part is missed for itself")
  func parts() throws {
    func missing(_ setup: ProjectSetup = Self.ready, _ change: (inout Project) -> Void = { _ in }) throws
      -> [ProjectSetup.Part]
    {
      var project = try Self.project()
      change(&project)
      return setup.missing(in: project)
    }
    #expect(try missing { $0.providers = [] } == [.providers])
    #expect(try missing { $0.providers[0].enabled = false } == [.providers])
    #expect(try missing { $0.apps = [] } == [.apps])
    #expect(try missing { $0.authorizedDomains = ["LOCALHOST", "127.0.0.1", "::1"] } == [.domains])
    #expect(try missing { $0.authorizedDomains = [] } == [.domains])
    var setup = Self.ready
    setup.hasIncompleteProvider = true
    #expect(try missing(setup) == [.incompleteProvider])
    setup = ProjectSetup(sendsMail: false, sendsSMS: false, hasIncompleteProvider: false)
    #expect(try missing(setup) == [.mail])
    #expect(try missing(setup) { $0.signIn = .allOn } == [.mail, .sms])
    #expect(
      try missing(setup) {
        $0.signIn.passwordEnabled = false
        $0.signIn.emailLinkEnabled = false
      }.isEmpty)
    #expect(
      try missing {
        $0.signIn = .allOff
        $0.providers = []
      } == [.methods, .providers])
  }
}
