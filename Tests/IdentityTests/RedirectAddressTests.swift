import Foundation
import Identity
import Testing

@Suite("Redirect URIs of projects")
struct RedirectAddressTests {
  private static func project(_ name: String, createdAt seconds: Int64, ownURI: Bool = false) throws
    -> Project
  {
    var project = Project(
      id: try #require(ProjectID(rawValue: name)), number: "1", apiKeys: [], authorizedDomains: [],
      createdAt: Instant(seconds: seconds))
    project.usesOwnRedirectURI = ownURI
    return project
  }

  @Test("the only project of a server has the page's own path, as installations with one project always had")
  func onlyProject() throws {
    let project = try Self.project("b", createdAt: 1)
    for others in [[], [project]] {
      let address = RedirectAddress(of: project, among: others)
      #expect(address.uri(at: "https://auth.example.com") == "https://auth.example.com/__/auth/handler")
      #expect(address.path(below: RedirectAddress.emulatorPagePath) == "/emulator/auth/handler")
      #expect(address.isShared && !address.isStillShared)
    }
  }

  @Test("a further project has an address of its own, and the first one keeps its address")
  func furtherProject() throws {
    let (first, second) = (try Self.project("b", createdAt: 1), try Self.project("a", createdAt: 2))
    let kept = RedirectAddress(of: first, among: [second, first])
    #expect(kept.isStillShared && kept.path() == "/__/auth/handler")
    // Also where the further project is not known yet.
    for known in [[first], [second, first]] {
      let own = RedirectAddress(of: second, among: known)
      #expect(!own.isShared && own.path() == "/__/auth/handler/a")
      #expect(own.path(below: RedirectAddress.emulatorPagePath) == "/emulator/auth/handler/a")
    }
  }

  @Test("no other project takes the page's path over from the first one", arguments: [1, 2] as [Int64])
  func noSuccessor(secondCreatedAt: Int64) throws {
    let first = try Self.project("a", createdAt: 1, ownURI: true)
    let second = try Self.project("b", createdAt: secondCreatedAt)
    let all = [second, first]
    #expect(RedirectAddress.sharingProject(among: all) == nil)
    #expect(all.allSatisfy { !RedirectAddress(of: $0, among: all).isShared })
  }

  @Test("the page of a path is found for the page and the project's own address alone")
  func pages() throws {
    let address = RedirectAddress(of: try Self.project("a", createdAt: 1), among: [])
    #expect(address.page(at: "/__/auth/handler") == RedirectAddress.pagePath)
    #expect(address.page(at: "/__/auth/handler/a") == RedirectAddress.pagePath)
    #expect(address.page(at: "/emulator/auth/handler/a") == RedirectAddress.emulatorPagePath)
    for path in ["/__/auth/handler/", "/__/auth/handler/b", "/__/auth/handler/a/", "/", "/__/auth/action"] {
      #expect(address.page(at: path) == nil, "\(path)")
    }
  }

  @Test("a project that was stored before there were own addresses is read")
  func storedBefore() throws {
    let project = try Self.project("a", createdAt: 1, ownURI: true)
    var members = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(project)) as? [String: Any])
    #expect(members.removeValue(forKey: "usesOwnRedirectURI") as? Bool == true)
    let stored = try JSONSerialization.data(withJSONObject: members)
    #expect(try JSONDecoder().decode(Project.self, from: stored).usesOwnRedirectURI == false)
  }
}
