import Identity
import IdentityProviders
import IdentityWire

/// The address of this server at which a provider's answer arrived.
public struct AnswerAddress: Sendable {
  /// The origin and the path, as the browser sent it.
  private let base: String
  private let query: String
  /// True if the answer is the posted form, so that nothing of it is in the query.
  private let isPosted: Bool

  /// - Parameters:
  ///   - origin: the server's origin that the browser used.
  ///   - path: the path of the request, not decoded.
  ///   - query: the query of the request, not decoded.
  public init(origin: String, path: String, query: String?, isPosted: Bool) {
    base = origin + path
    self.query = query ?? ""
    self.isPosted = isPosted
  }

  /// The address without its query, which may contain the answer.
  var text: String { base }

  /// True if the answer arrived exactly at a redirect URI. A provider appends its answer to the URI's own query
  /// (RFC 6749 section 3.1.2).
  func isRedirectURI(_ uri: String) -> Bool {
    let parts = uri.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.elementsEqual(base.utf8) else { return false }
    let own = parts.count > 1 ? Array(parts[1]) : []
    let arrived = Array(query.utf8)
    if isPosted || arrived.count == own.count { return arrived == own }
    guard !own.isEmpty else { return true }
    return arrived.starts(with: own) && arrived[own.count] == UInt8(ascii: "&")
  }
}

extension IdentityService {
  /// Requires that the provider of a flow sent the answer to the flow's own redirect URI, before any page or app gets
  /// the answer. Otherwise, an answer that was made for one project could be carried off to a flow of another one, by
  /// a swapped `state` or `RelayState` (RFC 9700 section 4.4). Consumes nothing.
  ///
  /// - Parameter network: the client's network, for the explanation of the error; nil if unknown.
  /// - Throws: `INVALID_IDP_RESPONSE`.
  public func requireArrival(
    of answer: FormURLEncoded, at address: AnswerAddress, for flow: AuthorizationFlow, in scope: Scope,
    from network: ClientNetwork?
  ) async throws(IdentityError) {
    do throws(IdentityError) {
      guard address.isRedirectURI(flow.redirectURI) else {
        throw IdentityError.refused(
          .invalidIdPResponse, "The answer arrived at another address than the one of its sign-in."
        ).diagnosed(Diagnosis.answeredAt(address.text, expected: flow.redirectURI))
      }
      // SAML names the issuer in the signed response.
      guard flow.requestID == nil, let issuer = answer["iss"] else { return }
      guard let settings = try await settings(of: flow, in: scope),
        ProviderCatalog.mayAnswer(as: issuer, settings)
      else {
        throw IdentityError.refused(
          .invalidIdPResponse, "The answer is from another issuer than the one that was asked."
        ).diagnosed(Diagnosis.answeredBy(issuer: issuer))
      }
    } catch {
      throw await explained(error, scope, provider: flow.providerID, from: network)
    }
  }

  /// Returns the settings of a flow's provider, as they are now; nil if it was removed.
  private func settings(of flow: AuthorizationFlow, in scope: Scope) async throws(IdentityError)
    -> ProviderSettings?
  {
    guard let project = try await projects.project(scope.project) else { return nil }
    var tenant: Tenant?
    if let id = scope.tenant {
      tenant = try await projects.tenant(id, in: scope.project)
      guard tenant != nil else { return nil }
    }
    guard
      let settings = Caller(project: project, tenant: tenant, authority: .apiKey).provider(flow.providerID)
    else { return nil }
    return try ProviderCatalog.settings(settings, choosingTenant: flow.tenant)
  }
}
