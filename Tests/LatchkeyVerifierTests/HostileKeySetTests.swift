import Foundation
import IdentityWire
import LatchkeyVerifier
import TestSupport
import Testing

@Suite("Hostile key sets")
struct HostileKeySetTests {
  /// Verifies a good token by the key set in an answer.
  private static func outcome(
    _ server: TestServer, _ token: String, _ answer: String, drip: String? = nil,
    timeout: Duration = .seconds(5)
  ) async throws -> IDTokenError? {
    try await StubListener.run(answering: answer, drip: drip) { stub in
      let verifier = try server.verifier {
        $0.keySetURL = URL(string: "http://127.0.0.1:\(stub.port)/keys")
        $0.transport = URLSessionVerifierTransport(timeout: timeout)
      }
      do throws(IDTokenError) {
        _ = try await verifier.verify(token)
        return nil
      } catch {
        return error
      }
    }
  }

  // Fails when KeySet does not look at the member in question (each alone).
  @Test("a key is used only for what it says that it is for")
  func keys() async throws {
    try await TestServer.runAtFixedTime { server in
      let token = try await server.signUp("ann@example.com").idToken
      let key = try await server.publishedKey()
      func changed(_ changes: [String: JSONValue?]) -> [String: JSONValue] {
        var result = key
        for (name, value) in changes { result[name] = value }
        return result
      }
      let modulus = try #require(key["n"]?.stringValue)
      let bytes = try #require(Base64URL.decode(modulus))
      let unusable: [[String: JSONValue?]] = [
        ["alg": nil], ["alg": "RS512"], ["alg": "HS256"], ["alg": "none"], ["alg": "PS256"], ["alg": 256],
        ["kty": nil], ["kty": "EC"], ["kty": "oct"], ["use": "enc"], ["use": 1], ["key_ops": ["encrypt"]],
        ["key_ops": "verify"], ["kid": nil], ["kid": ""], ["kid": 1], ["d": "AQAB"], ["n": nil], ["e": nil],
        ["n": ""], ["n": "!"], ["e": "AQ"], ["e": "Aw"], ["e": "AQAC"], ["e": ""], ["e": "AAEAAQ"],
        ["n": .string(modulus + "=")], ["n": .string(Base64URL.encode(bytes.prefix(128)))],
        ["n": .string(Base64URL.encode([0] + bytes))], ["n": .string(Base64URL.encode(bytes + bytes + [1]))],
        ["kid": .string(String(repeating: "k", count: 129))],
      ]
      for changes in unusable {
        let answer = httpAnswer(keySet([changed(changes)]))
        #expect(
          try await Self.outcome(server, token, answer) == .keysUnavailable(.noUsableKey), "\(changes)")
      }
      // Beside others, which are somebody else's, the good one is found.
      let others = unusable.map(changed) + [["kty": "oct", "k": "AAAA", "alg": "HS256", "kid": "x"]]
      #expect(try await Self.outcome(server, token, httpAnswer(keySet(others + [key]))) == nil)
      #expect(
        try await Self.outcome(
          server, token, httpAnswer(keySet([changed(["key_ops": ["verify"], "use": nil])])))
          == nil)
      // Two keys of one name: which of them signed?
      #expect(
        try await Self.outcome(server, token, httpAnswer(keySet([key, key])))
          == .keysUnavailable(.noUsableKey))
    }
  }

  // Fails when the document is not bounded, when a status other than 200 counts, or when redirects are
  // followed (each alone).
  @Test("an answer that is no key set is not used, and no more of it read than a key set has")
  func answers() async throws {
    try await TestServer.runAtFixedTime { server in
      let token = try await server.signUp("ann@example.com").idToken
      let key = try await server.publishedKey()
      let good = keySet([key])
      #expect(try await Self.outcome(server, token, httpAnswer(good)) == nil)
      let space = String(repeating: " ", count: 65_536)
      let many = keySet((0..<65).map { key.merging(["kid": .string("\($0)")]) { $1 } })
      let chunk = "\(String(65_536, radix: 16))\r\n\(space)\r\n"
      let elsewhere = "Location: \(server.origin)/.well-known/jwks.json"
      let cases: [(String, String, ServerFailure)] = [
        ("nothing", httpAnswer(""), .malformed), ("text", httpAnswer("<html>"), .malformed),
        ("a list", httpAnswer("[]"), .malformed), ("no keys", httpAnswer(#"{"keys":[]}"#), .noUsableKey),
        ("keys that are no list", httpAnswer(#"{"keys":{}}"#), .malformed),
        ("keys that are no objects", httpAnswer(#"{"keys":[1,"a",null]}"#), .noUsableKey),
        ("depth", httpAnswer(String(repeating: "[", count: 60_000)), .malformed),
        ("not UTF-8", httpAnswer(#"{"keys":["\u{0}"]}"#), .malformed),
        ("too many keys", httpAnswer(many), .tooLarge), ("too large", httpAnswer(good + space), .tooLarge),
        ("said to be too large", httpAnswer(good, length: 1 << 40), .tooLarge),
        (
          "too large in chunks",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\(chunk)", .tooLarge
        ), ("too large to the end of the connection", "HTTP/1.1 200 OK\r\n\r\n\(space) ", .tooLarge),
        ("404", httpAnswer(good, status: "404 Not Found"), .status(404)),
        ("500", httpAnswer(good, status: "500 Internal Server Error"), .status(500)),
        ("302", httpAnswer(good, status: "302 Found", headers: [elsewhere]), .status(302)),
        ("307", httpAnswer(good, status: "307 Temporary Redirect", headers: [elsewhere]), .status(307)),
        ("308", httpAnswer("", status: "308 Permanent Redirect", headers: [elsewhere]), .status(308)),
      ]
      for (name, answer, failure) in cases {
        #expect(try await Self.outcome(server, token, answer) == .keysUnavailable(failure), "\(name)")
      }
    }
  }

  // Fails when the time-out counts anew with each byte that arrives.
  @Test(
    "a server that sends and never ends is waited for no longer than the time-out", arguments: [nil, " "])
  func slow(_ drip: String?) async throws {
    try await TestServer.runAtFixedTime { server in
      let token = try await server.signUp("ann@example.com").idToken
      let answer = httpAnswer(#"{"keys":["#, length: 200)
      #expect(
        try await Self.outcome(server, token, answer, drip: drip, timeout: .milliseconds(300))
          == .keysUnavailable(.timedOut))
    }
  }
}
