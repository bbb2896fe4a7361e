import Foundation
import TestSupport
import Testing

@Suite("TLS of a running server", .serialized, .timeLimit(.minutes(15)))
struct CipherSuiteTests {
  private static func connects(_ port: Int, _ options: String...) async throws -> Bool {
    let status = try await ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/openssl"), ["s_client", "-connect", "127.0.0.1:\(port)"] + options,
      output: .null, error: .null)
    return status == 0
  }

  private static func makeRSACertificate(in scratch: Scratch) async throws {
    let status = try await ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/openssl"),
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=rsa", "-keyout",
        scratch.url("key.pem").path, "-out", scratch.url("cert.pem").path,
      ], output: .null, error: .null)
    #expect(status == 0)
    chmod(scratch.url("key.pem").path, 0o600)
  }

  // Fails when the server offers what its TLS library offers: static RSA, and CBC with SHA-1.
  @Test(
    "TLS 1.2 has forward secrecy and authenticated encryption, or is refused", arguments: ["RSA", "ECDSA"])
  func suites(_ kind: String) async throws {
    let scratch = try Scratch()
    if kind == "RSA" {
      try await Self.makeRSACertificate(in: scratch)
    } else {
      try await makeCertificate("ec", in: scratch)
    }
    let server = try await ServeProcess.start(
      listen: "  tls: {certificateFile: cert.pem, keyFile: key.pem}", in: scratch)
    for suite in ["AES128-GCM-SHA256", "CHACHA20-POLY1305"].map({ "ECDHE-\(kind)-\($0)" }) + [
      "ECDHE-\(kind)-AES256-GCM-SHA384"
    ] {
      #expect(try await Self.connects(server.port, "-tls1_2", "-cipher", suite), "\(suite)")
    }
    for suite in [
      "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA", "ECDHE-\(kind)-AES128-SHA",
      "ECDHE-\(kind)-AES256-SHA",
    ] {
      #expect(
        try await !Self.connects(server.port, "-tls1_2", "-cipher", "\(suite):@SECLEVEL=0"), "\(suite)")
    }
    for suite in ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"] {
      #expect(try await Self.connects(server.port, "-tls1_3", "-ciphersuites", suite), "\(suite)")
    }
    #expect(try await !Self.connects(server.port, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"))
    #expect(await server.stop() == 0)
  }
}
