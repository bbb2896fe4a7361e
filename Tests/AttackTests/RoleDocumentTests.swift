import Foundation
import Identity
import TestSupport
import Testing

@testable import Console

@Suite("The document of roles", .fewAtOnce)
struct RoleDocumentTests {
  /// Who may use a form, and whether it needs a new proof.
  private struct Right: Hashable {
    let who: String
    let needsProof: Bool
  }

  /// The rights by the forms' paths, as the console's routes declare them. Forms of a project's editors without a new
  /// proof, and those that need no sign-in, are left out.
  private static var declared: [String: Right] {
    var rights: [String: Right] = [:]
    for route in ConsoleWalk.routes where route.method == .post {
      guard route.role != .editor || route.isOfServer || route.needsReauthentication else { continue }
      let place = route.isOfServer ? "server" : "project"
      rights[route.path] = Right(
        who: "\(route.role.rawValue) of the \(place)", needsProof: route.needsReauthentication)
    }
    for route in ConsoleWalk.rootRoutes where route.method == .post {
      guard let role = route.role else { continue }
      rights[route.path] = Right(
        who: role == .viewer ? "every administrator" : "\(role.rawValue) of the server",
        needsProof: route.needsReauthentication)
    }
    return rights
  }

  /// The same from the document's table.
  private static func documented() throws -> [String: Right] {
    let text = try String(contentsOf: Repository.url("docs/security.md"), encoding: .utf8)
    let start = try #require(text.range(of: "## What each role may do\n")).upperBound
    let section = text[start...].prefix(upTo: text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex)
    var rights: [String: Right] = [:]
    for line in section.split(separator: "\n") where line.hasPrefix("| ") && line.contains("`") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, ["yes", "no"].contains(cells[1]) else {
        throw TestFailure("a row of the table has other cells: \(line)")
      }
      for name in cells[2].matches(of: /`([^`]+)`/) {
        let known = rights.updateValue(
          Right(who: cells[0], needsProof: cells[1] == "yes"), forKey: String(name.1))
        #expect(known == nil, "\(name.1) appears twice")
      }
    }
    return rights
  }

  // Fails when a route's role or proof changes, or a form is added for others than editors, without the document.
  @Test("names every form of the console that is not an editor's, with its role and its proof")
  func complete() throws {
    let (declared, documented) = (Self.declared, try Self.documented())
    for path in Set(declared.keys).union(documented.keys).sorted() {
      #expect(declared[path] == documented[path], "\(path)")
    }
    #expect(declared.count >= 30)
  }
}
