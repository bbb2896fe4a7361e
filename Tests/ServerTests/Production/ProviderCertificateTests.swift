import IdentityProviders
import TestSupport
import Testing

@Suite("Certificates of providers", .fewAtOnce, .timeLimit(.minutes(5)))
struct ProviderCertificateTests {
  private struct FixedResolver: HostResolver {
    func addresses(of host: String) async -> [IPAddress] { [IPAddress("127.0.0.1")].compactMap(\.self) }
  }

  /// Fetches from a server that has a certificate which it signed itself.
  private static func outcome(
    _ server: ServingServer, host: String = "127.0.0.1", scheme: String = "https",
    authorities: CertificateAuthorities?
  ) async -> Result<Int, OutgoingHTTP.Failure> {
    let http = OutgoingHTTP(resolver: FixedResolver(), authorities: authorities)
    let result: Result<Int, OutgoingHTTP.Failure>
    do throws(OutgoingHTTP.Failure) {
      let url = "\(scheme)://\(host):\(server.port)/healthz"
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

  @Test("a file without certificates names no authority")
  func noCertificates() {
    for text in ["", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
      #expect(CertificateAuthorities(pem: Array(text.utf8)) == nil)
    }
  }
}
