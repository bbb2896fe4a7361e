import Identity
import Testing

@Suite("The issuers of a project")
struct FormerIssuerTests {
  private static let now = Instant(seconds: 1_800_000_000)
  private static let official = "https://securetoken.google.com/my-app"
  private static let own = "https://auth.example.com/my-app"

  private static func project() throws -> Project {
    Project(
      id: try #require(ProjectID(rawValue: "my-app")), number: "1", apiKeys: [], authorizedDomains: [],
      createdAt: now)
  }

  @Test("a replaced issuer is accepted until its grace period ends, and not at its end")
  func grace() throws {
    var project = try Self.project()
    #expect(project.issuers(now: Self.now) == [Self.official])
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    let end = Self.now.adding(seconds: 600)
    #expect(project.issuer == Self.own)
    #expect(project.issuers(now: Self.now) == [Self.own, Self.official])
    #expect(project.accepts(issuer: Self.official, now: Instant(milliseconds: end.milliseconds - 1)))
    #expect(!project.accepts(issuer: Self.official, now: end))
    #expect(project.issuers(now: end) == [Self.own] && project.accepts(issuer: Self.own, now: end))
  }

  @Test("nothing but the exact issuer is accepted")
  func bytes() throws {
    var project = try Self.project()
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    for other in [Self.own + "/", Self.own.uppercased(), Self.official + "2", "", "https://auth.example.com"]
    {
      #expect(!project.accepts(issuer: other, now: Self.now), "\(other)")
    }
  }

  @Test("a change without a grace period leaves no former issuer")
  func none() throws {
    var project = try Self.project()
    project.changeIssuer(to: Self.own, grace: 0, now: Self.now)
    #expect(project.formerIssuers.isEmpty && !project.accepts(issuer: Self.official, now: Self.now))
  }

  @Test("the official issuer is the default, whether it is named or not")
  func official() throws {
    var project = try Self.project()
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    project.changeIssuer(to: Self.official, grace: 600, now: Self.now)
    #expect(project.tokenIssuer == nil && project.issuers(now: Self.now) == [Self.official, Self.own])
  }

  @Test("changed back, an issuer is current and no former one; changed to itself, nothing is added")
  func back() throws {
    var project = try Self.project()
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    project.changeIssuer(to: nil, grace: 600, now: Self.now)
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    #expect(project.issuers(now: Self.now) == [Self.own, Self.official])
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    #expect(project.issuers(now: Self.now) == [Self.own, Self.official])
  }

  @Test("a shorter grace period ends earlier ones, a longer one does not renew them")
  func shorter() throws {
    var project = try Self.project()
    project.changeIssuer(to: Self.own, grace: 600, now: Self.now)
    project.changeIssuer(to: Self.own, grace: 3_600, now: Self.now)
    #expect(project.formerIssuers.map(\.acceptedUntil) == [Self.now.adding(seconds: 600)])
    project.changeIssuer(to: Self.own, grace: 60, now: Self.now)
    #expect(project.formerIssuers.map(\.acceptedUntil) == [Self.now.adding(seconds: 60)])
    project.changeIssuer(to: Self.own, grace: 0, now: Self.now)
    #expect(project.formerIssuers.isEmpty)
  }

  @Test("no more than four former issuers are kept, the latest ones")
  func bounded() throws {
    var project = try Self.project()
    for index in 1...6 {
      project.changeIssuer(to: "https://auth.example.com/\(index)", grace: 600, now: Self.now)
    }
    #expect(
      project.issuers(now: Self.now) == [6, 5, 4, 3, 2].map { "https://auth.example.com/\($0)" })
  }
}
