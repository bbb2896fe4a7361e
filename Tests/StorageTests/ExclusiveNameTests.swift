import Identity
import TestTools
import Testing

@Suite("The store gives a name to one project alone", .fewAtOnce)
struct ExclusiveNameTests {
  private static func project(_ number: Int, _ change: (inout Project) -> Void = { _ in }) throws -> Project {
    var project = Project(
      id: try projectID("project-\(number)"), number: "\(number)", apiKeys: ["k\(number)"],
      authorizedDomains: [], createdAt: now)
    change(&project)
    return project
  }

  private static func writes(_ project: Project) -> [StoreWrite] {
    project.newNames(since: nil).map { .requireExclusive($0, of: project.id, now: now) }
      + [.insertProject(project)]
  }

  private static func passkeys(of rpID: String) -> PasskeySettings {
    PasskeySettings(rpID: rpID, expectedOrigins: ["https://\(rpID)"])
  }

  @Test(
    "What another project has is refused, and what it had before is not", arguments: StoreBackend.allCases)
  func taken(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let one = try Self.project(1) {
        $0.tokenIssuer = "https://one.example"
        $0.formerIssuers = [
          FormerIssuer(issuer: "https://old.example", acceptedUntil: now.adding(seconds: 9))
        ]
        $0.signIn.passkeys = Self.passkeys(of: "one.example")
      }
      try await store.apply(Self.writes(one))
      var tenant = Tenant(id: try #require(TenantID(rawValue: "t")), project: one.id, createdAt: now)
      tenant.signIn.passkeys = Self.passkeys(of: "tenant.example")
      try await store.apply([.insertTenant(tenant)])
      let other = try projectID("other")
      func refusal(_ name: ExclusiveName, of id: ProjectID = other, at moment: Instant = now) async
        -> Refusal?
      {
        await store.refusal(of: [.requireExclusive(name, of: id, now: moment)])
      }
      for spelling in ["https://one.example", "https://ONE.example/", "https://one.example:443"] {
        #expect(await refusal(.tokenIssuer(spelling)) == .conflict(.tokenIssuerTaken), "\(spelling)")
      }
      #expect(await refusal(.tokenIssuer("https://old.example")) == .conflict(.tokenIssuerTaken))
      #expect(await refusal(.tokenIssuer("https://old.example"), at: now.adding(seconds: 9)) == nil)
      #expect(await refusal(.tokenIssuer("https://one.example/b")) == nil)
      for id in ["one.example", "tenant.example"] {
        #expect(await refusal(.relyingPartyID(id)) == .conflict(.relyingPartyIDTaken))
        #expect(await refusal(.relyingPartyID(id), of: one.id) == nil)
      }
      for id in ["example", "e.example", "a.one.example"] {
        #expect(await refusal(.relyingPartyID(id)) == nil, "\(id)")
      }
      #expect(one.newNames(since: one).isEmpty)
    }
  }

  // Fails when the dot behind the host is looked for behind the port.
  @Test(
    "A dot behind the host makes no other issuer, with a port or without one",
    arguments: [
      ("https://a.example:8443", "https://A.example.:8443/", true),
      ("https://a.example", "https://a.example.:443", true),
      ("https://a.example.", "https://a.example:", true),
      ("https://[::1]:8443", "https://[::1]:8443/", true),
      ("https://a.example:8443", "https://a.example.:8444", false),
      ("https://a.example", "https://a.example.:80", false),
    ])
  func dots(issuer: String, other: String, isSame: Bool) throws {
    let project = try Self.project(1) { $0.tokenIssuer = issuer }
    #expect(ExclusiveName.tokenIssuer(other).isUsed(by: project, now: now) == isSame)
  }

  // Fails when the check does not see what is committed beside it.
  @Test("Of 32 projects that take one name at once, one gets it", arguments: StoreBackend.allCases)
  func race(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      for isIssuer in [true, false] {
        let taken = try await withThrowingTaskGroup(of: Refusal?.self) { group in
          for number in 0..<32 {
            let project = try Self.project(number + (isIssuer ? 100 : 200)) {
              if isIssuer {
                $0.tokenIssuer = "https://one.example"
              } else {
                $0.signIn.passkeys = Self.passkeys(of: "one.example")
              }
            }
            group.addTask { await store.refusal(of: Self.writes(project)) }
          }
          return try await group.reduce(into: [Refusal?]()) { $0.append($1) }
        }
        #expect(taken.count { $0 == nil } == 1)
        let conflict: StoreConflict = isIssuer ? .tokenIssuerTaken : .relyingPartyIDTaken
        #expect(taken.count { $0 == .conflict(conflict) } == 31)
      }
    }
  }
}
