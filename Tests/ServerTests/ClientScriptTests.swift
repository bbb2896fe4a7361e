import Crypto
import Foundation
import Operations
import TestSupport
import Testing

@testable import Server

@Suite("The scripts that apps' pages load", .fewAtOnce)
struct ClientScriptTests {
  private static let origin = ["Origin": "https://app.example"]

  @Test("pages of any origin may load them, with types, small, and with the version that they say")
  func served() async throws {
    try await TestServer.run { server in
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
  }

  /// Nil where there is no such file.
  private static func cacheControl(of path: String, _ server: TestServer) async throws -> String? {
    let answer = try await server.send("GET", path)
    return answer.status == 200 ? answer.headers.first(name: "cache-control") : nil
  }

  @Test("browsers keep a file of a version, and ask for any other each time")
  func caching() async throws {
    try await TestServer.run { server in
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
  }

  /// SHA-256 of each file that browsers keep. A change of a file that was in a release needs a version of its own, and a row.
  private static let digests = [
    "1.0.0/firebase.js": "046c0d5ddb52d1a72cb1bdb91fa244c70bfd0358db6940e40c75f42def4bc121",
    "1.0.0/firebase-compat.js": "a826d6506696a9466b7e4ff12e2e546f2f0eece809342bc1e8cac99c312a9c69",
    "1.0.0/firebase.d.ts": "2373f9178b4869f3c11ffffbe37c4723698ab2b610c4afbd4e9c0508086335b4",
    "1.0.0/captcha.js": "330246b22b1901796b928818f6b0ad32e5977d369a66ada6fb44ac710f704b10",
    "1.0.0/captcha.d.ts": "cb845520d74a1f14da8e0fd0ce6fac9edbf24e5b45e3ec011239c666c64af387",
    "1.0.0/passkeys.js": "4b7795d8494c63e6a56bfdb864c0d59f54c4369b9909d9e8580918399b85cec9",
    "1.0.0/passkeys.d.ts": "9904bc24247f44a5c1e3cb658d4237888b9cb3d5c5d9e8e93e51615939d0b304",
  ]

  // Fails when a character of a file changes, or a version without a row here.
  @Test("the content of a version never changes")
  func unchanging() async throws {
    try await TestServer.run { server in
      for (file, script) in ClientScript.all {
        let path = "\(script.version)/\(file)"
        let digest = SHA256.hash(data: try await server.send("GET", "/__/latchkey/\(path)").body)
        #expect(
          Self.digests[path] == digest.map { String(format: "%02x", $0) }.joined(),
          "\(path) is not as browsers keep it: raise its version, or its digest if no release has it")
      }
    }
  }

  @Test("the frames' script tells itself from Google's, and other files of the sign-in pages stay closed")
  func others() async throws {
    try await TestServer.run { server in
      let frames = try await server.send("GET", "/__/auth/gapi.js", headers: Self.origin)
      #expect(frames.text.contains("isLatchkey: true"))
      #expect(frames.headers.first(name: "access-control-allow-origin") == nil)
      let page = try await server.send("GET", "/__/firebase/init.json", headers: Self.origin)
      #expect(page.headers.first(name: "access-control-allow-origin") == nil)
    }
  }
}
