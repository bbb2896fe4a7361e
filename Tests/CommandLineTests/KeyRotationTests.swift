import Foundation
import IdentityWire
import Testing

@Suite("Rotating keys beside a running server", .serialized, .timeLimit(.minutes(15)))
struct KeyRotationTests {
  private static let keySets = ["/.well-known/jwks.json", "/v1/sessionCookiePublicKeys"]
  private static let certificates = [
    "/v1/publicKeys", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
  ]

  private static func keyIDs(_ server: ServeProcess, _ path: String) async throws -> Set<String> {
    let (status, text) = try await server.get(server.base + path)
    #expect(status == 200)
    let json = try JSONParser(maximumDepth: 16).parse(Array(text.utf8))
    if let keys = json["keys"]?.arrayValue { return Set(keys.compactMap { $0["kid"]?.stringValue }) }
    return Set(json.objectValue.map { Array($0.keys) } ?? [])
  }

  private static func rotate(_ server: ServeProcess, _ options: String...) async throws -> String {
    let outcome = try await Program.run(["keys", "rotate", "--data", server.scratch.data] + options)
    #expect(outcome.status == 0, "\(outcome.error)")
    let words = try #require(outcome.output.firstMatch(of: /Created the key ([0-9a-f]+)\./))
    return String(words.1)
  }

  // Fails when a document is made of the server's copy of the keys, which is some seconds old.
  @Test("the next request after the command finds the new key in every document")
  func published() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    var known: Set<String> = []
    for path in Self.keySets + Self.certificates {
      known = try await Self.keyIDs(server, path)
      let new = try await Self.rotate(server)
      let ids = try await Self.keyIDs(server, path)
      #expect(ids == known.union([new]), "\(path)")
    }
    #expect(known.count == 4)
    #expect(await server.stop() == 0)
  }

  // Fails when the keys that the documents are made of are not those that verify and sign.
  @Test("a key that is out of the documents neither signs nor verifies")
  func withdrawn() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let session = try await server.call(
      "signUp", ["email": "ann@example.com", "password": "correct horse battery"])
    let token = try #require(session.json["idToken"])
    #expect(try await server.call("lookup", ["idToken": token]).status == 200)
    let new = try await Self.rotate(server, "--compromised", "--yes")
    #expect(try await Self.keyIDs(server, Self.keySets[0]) == [new])
    #expect(try await server.call("lookup", ["idToken": token]).status == 400)
    let signedIn = try await server.call(
      "signInWithPassword",
      ["email": "ann@example.com", "password": "correct horse battery", "returnSecureToken": true])
    let signed = try UnverifiedJWT(try #require(signedIn.json["idToken"]?.stringValue))
    #expect(signed.keyID == new)
    #expect(await server.stop() == 0)
  }

  // Fails when the command withdraws the keys unasked, at a terminal or without one (each alone).
  @Test("all keys are withdrawn only after a yes; the other rotations ask nothing")
  func confirmation() async throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    func keys() async throws -> [String] {
      try await Program.run(["keys", "list"] + data).output.matches(of: /[0-9a-f]{40}/).map { String($0.0) }
    }
    let before = try await keys()
    #expect(before.count == 1)
    let command = ["keys", "rotate", "--compromised"] + data
    let unasked = try await Program.run(command, input: "y\n")
    #expect(unasked.status == 64 && unasked.error.contains("add --yes"), "\(unasked.error)")
    for answer in ["n", "", "yeah"] {
      let refused = try await Program.runAtTerminal(command, typing: answer + "\n")
      #expect(refused.status == 1 && refused.output.contains("No key was withdrawn."), "\(refused.output)")
      #expect(refused.output.contains("Withdraw the keys? [y/N]"), "\(refused.output)")
    }
    #expect(try await keys() == before)
    let withdrawn = try await Program.runAtTerminal(command, typing: "y\n")
    #expect(withdrawn.status == 0 && withdrawn.output.contains("Created the key"), "\(withdrawn.output)")
    #expect(try await keys().contains { before.contains($0) } == false)
    let planned = try await Program.runAtTerminal(["keys", "rotate"] + data, typing: "")
    #expect(planned.status == 0 && !planned.output.contains("[y/N]"), "\(planned.output)")
  }
}
