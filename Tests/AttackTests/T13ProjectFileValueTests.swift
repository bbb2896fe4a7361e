import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T13: values that cannot be, in project files", .fewAtOnce)
struct T13ProjectFileValueTests {
  private static let values: [JSONValue] = [[:], [.null], -1, "cafe\u{301}"]

  /// The places of an export's values; of what all providers have, those of the first one.
  private static func places(ofProject project: JSONValue) -> [String] {
    var seen: Set<String> = []
    return places(in: project).filter { place in
      let parts = place.split(separator: "/")
      guard parts.first == "providers", parts.count > 2 else { return true }
      return seen.insert(parts.dropFirst(2).joined(separator: "/")).inserted
    }
  }

  private static func places(in value: JSONValue, _ path: String = "") -> [String] {
    guard let members = value.objectValue else { return [] }
    return members.keys.sorted().flatMap { name -> [String] in
      let place = path.isEmpty ? name : "\(path)/\(name)"
      return [place] + places(in: members[name] ?? .null, place)
    }
  }

  // Fails when a value of another type ends the process, or is an error of the server's.
  @Test(
    "each value of an export is replaced by what it cannot be, and the file is refused or planned, and changes nothing"
  )
  func values() async throws {
    try await TestServer.run(.quick) { server in
      _ = try await server.makeTenant()
      try await server.requireCaptcha(of: .turnstile)
      _ = try await server.backend.webhooks.create(
        "https://example.com/hook", .init(), in: TestServer.project)
      let project = try await server.exported()
      let places = Self.places(ofProject: project)
      #expect(places.contains("captcha/provider") && places.count > 40, "\(places)")
      _ = try await server.apply(project, isDryRun: true)
      for (index, place) in places.enumerated() {
        // Two of them each: all of them would take long, and neighbours get the others.
        for value in [Self.values[index % 4], Self.values[(index + 1) % 4]] {
          do {
            _ = try await server.apply(project.replacing(place, with: value), isDryRun: true)
          } catch let error as IdentityError {
            #expect(error.kind != .unavailable, "\(place): \(error)")
          }
        }
      }
      #expect(try await server.exported() == project)
    }
  }
}
