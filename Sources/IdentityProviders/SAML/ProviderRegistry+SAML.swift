import Identity
import IdentityWire

extension ProviderRegistry {
  /// Fetches metadata under the rules for all fetches from providers: https, no private address, no redirect.
  ///
  /// - Parameter privateHost: the only host that may have a private address and use plain http.
  /// - Throws: `INVALID_IDP_RESPONSE` with its diagnosis if the metadata is not available, `INVALID_CONFIG`
  ///   if it is invalid.
  public func samlMetadata(
    at url: String, privateHost: String?, now: Instant
  ) async throws(IdentityError) -> SAMLMetadata {
    var request = OutgoingHTTP.Request(
      .get, url, allowPrivateAddresses: Self.isHost(of: url, privateHost))
    request.headers = [("Accept", "application/samlmetadata+xml, application/xml, text/xml")]
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try await services.api.http.send(request)
    } catch {
      throw .issuerUnreachable(cause: "metadata \(safeToLog(url)): \(error)")
        .diagnosed(Diagnosis.unreachable(address: safeToLog(url), reason: error.words))
    }
    guard response.status == 200 else {
      throw .issuerUnreachable(cause: "metadata \(safeToLog(url)): HTTP \(response.status)")
        .diagnosed(Diagnosis.status(address: safeToLog(url), status: response.status))
    }
    return try Self.samlMetadata(response.body, now: now)
  }

  private static func isHost(of url: String, _ name: String?) -> Bool {
    guard let name, let url = try? OutgoingURL(url) else { return false }
    return url.isAt(name)
  }

  /// - Throws: `INVALID_CONFIG`.
  public static func samlMetadata(_ xml: [UInt8], now: Instant) throws(IdentityError) -> SAMLMetadata {
    do throws(SAMLMetadata.Failure) {
      return try SAMLMetadata(xml: xml, now: now)
    } catch {
      throw .refused(.invalidConfig, error.words)
    }
  }

  /// Checks whether a sign-in is possible with the settings. Nobody is signed in.
  ///
  /// - Parameter privateHost: as in ``samlMetadata(at:privateHost:now:)``.
  public func preflight(
    _ settings: SAMLProviderSettings, privateHost: String?, now: Instant
  ) async -> [SignInCheck] {
    var checks = [configuration(settings)]
    guard let source = settings.metadata else { return checks }
    do throws(IdentityError) {
      let metadata = try await samlMetadata(at: source.url, privateHost: privateHost, now: now)
      let isSame = metadata.entityID.hasSameBytes(as: settings.idpEntityID)
      checks.append(
        isSame
          ? SignInCheck(.discovery, .passed, seen: safeToLog(source.url))
          : SignInCheck(
            .discovery, .failed,
            report: DiagnosisReport(
              "discovery", "The metadata is of another identity provider.", expected: settings.idpEntityID,
              seen: metadata.entityID)))
    } catch {
      checks.append(SignInCheck(.discovery, .failed, report: error.signInReport))
    }
    return checks
  }

  private func configuration(_ settings: SAMLProviderSettings) -> SignInCheck {
    let certificates = settings.idpCertificates.compactMap(SAMLCertificate.init(pem:))
    guard !certificates.isEmpty, certificates.count == settings.idpCertificates.count else {
      return SignInCheck(
        .configuration, .failed,
        report: DiagnosisReport(
          "configuration",
          certificates.isEmpty
            ? "There is no certificate to check signatures by." : "A certificate cannot be read."))
    }
    return SignInCheck(.configuration, .passed, seen: certificates.map(\.subject).joined(separator: ", "))
  }
}
