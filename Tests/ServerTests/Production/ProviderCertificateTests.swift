import IdentityProviders
import TestSupport
import Testing

@Suite("Certificates of providers", .fewAtOnce, .timeLimit(.minutes(15)))
struct ProviderCertificateTests {
  private struct FixedResolver: HostResolver {
    func addresses(of host: String) async -> [IPAddress] { [IPAddress("127.0.0.1")].compactMap(\.self) }
  }

  /// Fetches from a server that has a certificate which it signed itself.
  private static func outcome(
    _ server: ServingServer, host: String = "127.0.0.1", path: String = "/healthz",
    authorities: CertificateAuthorities?
  ) async -> Result<Int, OutgoingHTTP.Failure> {
    let http = OutgoingHTTP(resolver: FixedResolver(), authorities: authorities)
    let result: Result<Int, OutgoingHTTP.Failure>
    do throws(OutgoingHTTP.Failure) {
      let url = "https://\(host):\(server.port)\(path)"
      result = .success(try await http.send(.init(.get, url, allowPrivateAddresses: true)).status)
    } catch {
      result = .failure(error)
    }
    await http.shutDown()
    return result
  }

  @Test("those of a private authority are taken where the operator names it, and what is wrong is named")
  func privateAuthority() async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      let authorities = try #require(CertificateAuthorities(pem: Array(certificate.certificatePEM.utf8)))
      let another = CertificateAuthorities(pem: Array(try TestCertificate().certificatePEM.utf8))
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      try await ServingServer.run(options) { server in
        #expect(await Self.outcome(server, authorities: authorities) == .success(200))
        for others in [nil, another] {
          #expect(await Self.outcome(server, authorities: others) == .failure(.untrustedCertificate))
        }
      }
      try await ServingServer.run { server in
        #expect(await Self.outcome(server, authorities: authorities) == .failure(.tlsFailed))
      }
    }
  }

  @Test("one for another name is refused as such, whoever signed it")
  func anotherHost() async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate(of: "another.test")
      let authorities = try #require(CertificateAuthorities(pem: Array(certificate.certificatePEM.utf8)))
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      try await ServingServer.run(options) { server in
        let named = await Self.outcome(server, host: "another.test", authorities: authorities)
        #expect(named == .success(200))
        let outcome = await Self.outcome(server, host: "provider.test", authorities: authorities)
        #expect(outcome == .failure(.certificateOfAnotherHost))
      }
    }
  }

  /// Runs a server whose certificate signed itself, and trusts that.
  private static func run(
    _ certificate: TestCertificate, http2: Bool,
    _ body: @Sendable @escaping (ServingServer, CertificateAuthorities) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let authorities = try #require(CertificateAuthorities(pem: Array(certificate.certificatePEM.utf8)))
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      options.http2 = http2
      try await ServingServer.run(options) { server in try await body(server, authorities) }
    }
  }

  // Fails when PinnedClients does not require the certificate for the name: SwiftNIO SSL takes one for the address.
  @Test("one for the address alone is for no name, and no request is sent", arguments: [true, false])
  func addressAlone(http2: Bool) async throws {
    try await Self.run(try TestCertificate(), http2: http2) { server, authorities in
      let (path, asked) = ("/v1/projects?key=unknown", "info request [")
      for _ in 1...2 {
        let named = await Self.outcome(server, host: "provider.test", path: path, authorities: authorities)
        #expect(named == .failure(.certificateOfAnotherHost))
      }
      #expect(!server.log.text.contains(asked))
      #expect(await Self.outcome(server, path: path, authorities: authorities) == .success(400))
      #expect(server.log.text.contains(asked))
    }
  }

  // Fails when the certificate of a name is not required, and when one with an address is refused for its name.
  @Test("one for a name and the address is for both, and for no other name", arguments: [true, false])
  func nameAndAddress(http2: Bool) async throws {
    let certificate = try TestCertificate(of: "*.provider.test", alsoOfAddress: true)
    try await Self.run(certificate, http2: http2) { server, authorities in
      for host in ["login.provider.test", "LOGIN.provider.test", "login.provider.test.", "127.0.0.1"] {
        #expect(await Self.outcome(server, host: host, authorities: authorities) == .success(200), "\(host)")
      }
      for host in ["provider.test", "a.login.provider.test", "localhost", "127.1"] {
        #expect(
          await Self.outcome(server, host: host, authorities: authorities)
            == .failure(.certificateOfAnotherHost), "\(host)")
      }
    }
  }

  @Test("a file without certificates names no authority")
  func noCertificates() {
    for text in ["", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
      #expect(CertificateAuthorities(pem: Array(text.utf8)) == nil)
    }
  }
}
