import Crypto
import Foundation
import Operations
import TestSupport
import Testing

@testable import Server

@Suite("The scripts that apps' pages load", .fewAtOnce)
struct ClientScriptTests {
  private static let origin = ["Origin": "https://app.example"]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("pages of any origin may load them, with types, small, and with the version that they say") {
      try await served($0)
    },
    Behaviour("browsers keep a file of a version, and ask for any other each time") { try await caching($0) },
    Behaviour("the content of a version never changes") { try await unchanging($0) },
    Behaviour(
      "the frames' script tells itself from Google's, and other files of the sign-in pages stay closed"
    ) { try await others($0) },
  ]

  @Test("the client's scripts are served")
  func scripts() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func served(_ server: TestServer) async throws {
    for (file, kind) in [
      ("firebase.js", "text/javascript"), ("firebase-compat.js", "text/javascript"),
      ("firebase.d.ts", "text/plain"),
    ] {
      let paths = ["/__/latchkey/\(file)", "/__/latchkey/\(WebClientScript.version)/\(file)"]
      for path in paths {
        let answer = try await server.send("GET", path, headers: Self.origin)
        #expect(answer.status == 200 && answer.body.count < 8_000, "\(path)")
        #expect(answer.headers.first(name: "content-type")?.hasPrefix(kind) == true)
        #expect(answer.headers.first(name: "access-control-allow-origin") == "https://app.example")
        #expect(answer.headers.first(name: "cross-origin-resource-policy") == "cross-origin")
        #expect(answer.headers.first(name: "x-content-type-options") == "nosniff")
        #expect(answer.text.contains("useLatchkey"))
        // In the comment of a type, and as the SDK's own hosts, which are told from others.
        #expect(!answer.text.contains("https://www.google") && !answer.text.contains("https://apis.google"))
        if file.hasSuffix(".js") { #expect(answer.text.contains("\"\(WebClientScript.version)\"")) }
      }
    }
    let module = try await server.send("GET", WebClientScript.path).text
    #expect(module.hasPrefix("const scriptAddress = import.meta.url;"))
    #expect(module.hasSuffix("\nexport { LatchkeyError, useLatchkey, version };\n"))
    let compat = try await server.send("GET", "/__/latchkey/firebase-compat.js").text
    #expect(compat.contains("window.latchkey = {") && !compat.contains("export {"))
    #expect(!compat.contains("import.meta"))
  }

  /// Nil where there is no such file.
  private static func cacheControl(of path: String, _ server: TestServer) async throws -> String? {
    let answer = try await server.send("GET", path)
    return answer.status == 200 ? answer.headers.first(name: "cache-control") : nil
  }

  private static func caching(_ server: TestServer) async throws {
    let ofVersion = try await Self.cacheControl(of: WebClientScript.path, server)
    #expect(ofVersion == "public, max-age=31536000, immutable")
    for path in [
      "/__/latchkey/firebase.js", "/__/latchkey/1.0.9/firebase.js", "/__/latchkey/1.7.0/firebase.js",
    ] {
      let ofOther = try await Self.cacheControl(of: path, server)
      #expect(ofOther == "no-cache", "\(path)")
    }
    for version in [
      "2.0.0", "0.9.0", "1", "1.0", "1.0.0.0", "1.0.x", "01.0.0", "1.0.-1", "1.0.99999", "latest",
    ] {
      let answer = try await server.send("GET", "/__/latchkey/\(version)/firebase.js")
      #expect(answer.status == 404, "\(version)")
    }
    for path in ["/__/latchkey/1.0.0/sample.js", "/__/latchkey/1.0.0/", "/__/latchkey/other.js"] {
      let answer = try await server.send("GET", path)
      #expect(answer.status == 404, "\(path)")
    }
  }

  /// SHA-256 of each file that browsers keep. A change of a file that was in a release needs a version of its own, and a row.
  private static let digests = [
    "1.0.0/firebase.js": "362a0da005006448c97a3f5f0c7932cff5d7b696744acfc6e8a2a133864307be",
    "1.0.0/firebase-compat.js": "6116b72ec5d99271c0838315fbeb762cccb3bdc2b2b53265256798fefdeba498",
    "1.0.0/firebase.d.ts": "2e5d3b2519d4beb489e947a6cc50ebd35e0124359b8ee8849348a9406ece974d",
    "1.0.0/captcha.js": "f3adc58f707d6ebff1ed18041e43ead3734494433f186c4c42c6d03ec6d1cdef",
    "1.0.0/captcha.d.ts": "71d9e2ad6c99ce346153383953f11165432afbbd8b6bf9ec7d4f1ad34c930e8f",
    "1.0.0/passkeys.js": "b160b815be8d644238be36543caeafa06ae36f42f8914b89b787d8d6f42fe488",
    "1.0.0/passkeys.d.ts": "3691088d6c364a1d5d5a006c51d93c90b6a6c39dc8cdcab5c8f6f092bc1c07c5",
  ]

  // Fails when a character of a file changes, or a version without a row here.
  private static func unchanging(_ server: TestServer) async throws {
    for (file, script) in ClientScript.all {
      let path = "\(script.version)/\(file)"
      let digest = SHA256.hash(data: try await server.send("GET", "/__/latchkey/\(path)").body)
      #expect(
        Self.digests[path] == digest.map { String(format: "%02x", $0) }.joined(),
        "\(path) is not as browsers keep it: raise its version, or its digest if no release has it")
    }
  }

  private static func others(_ server: TestServer) async throws {
    let frames = try await server.send("GET", "/__/auth/gapi.js", headers: Self.origin)
    #expect(frames.text.contains("isLatchkey: true"))
    #expect(frames.headers.first(name: "access-control-allow-origin") == nil)
    let page = try await server.send("GET", "/__/firebase/init.json", headers: Self.origin)
    #expect(page.headers.first(name: "access-control-allow-origin") == nil)
  }
}
