import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations
import Tokens

/// The documents with which back ends verify the server's tokens.
struct KeyDocumentRoutes: Sendable {
  let service: IdentityService
  let origins: [String]

  static let keySetPath = "/.well-known/jwks.json"

  func add(to router: Router<ServerContext>) {
    let certificates = [
      "/v1/publicKeys", "/identitytoolkit.googleapis.com/v1/publicKeys",
      "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
      "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
      "/identitytoolkit/v3/relyingparty/publicKeys", "/oauth2/v1/certs",
      "/www.googleapis.com/oauth2/v1/certs",
    ]
    for path in certificates {
      router.get(.init(path)) { _, _ in
        await service.keyRing.catchUp()
        return answer(.certificates(of: service.keyRing, now: service.clock.now()))
      }
    }
    let keySets = [
      Self.keySetPath, "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
      "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
      "/v1/sessionCookiePublicKeys", "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys",
    ]
    for path in keySets {
      router.get(.init(path)) { _, _ in
        await service.keyRing.catchUp()
        return answer(.keySet(of: service.keyRing, now: service.clock.now()))
      }
    }
    for path in ["/robot/v1/metadata/x509/{email}", "/www.googleapis.com/robot/v1/metadata/x509/{email}"] {
      router.get(.init(path)) { _, context in
        try await serviceAccountCertificates(try context.parameters.require("email"))
      }
    }
    router.get("/.well-known/openid-configuration") { _, _ in
      try await discovery(try await rootProject(), path: "")
    }
    router.get("/{project}/.well-known/openid-configuration") { _, context in
      let id = ProjectID(rawValue: try context.parameters.require("project"))
      var project: Project?
      if let id { project = try await service.projects.project(id) }
      return try await discovery(project, path: id.map { "/\($0)" } ?? "")
    }
  }

  /// The certificates of a service account, with which its signatures are verified.
  private func serviceAccountCertificates(_ email: String) async throws(IdentityError) -> Response {
    let name = email.utf8.count <= 1_024 ? email.removingPercentEncoding ?? email : ""
    guard StreamSafeText.accepts(name), let id = ServiceAccount.project(ofEmail: name),
      let project = try await service.projects.project(id),
      let account = project.serviceAccounts.first(where: { $0.email == name })
    else { throw IdentityError(.missing, sentence: "There is no such service account.") }
    return answer(.certificates(of: account))
  }

  /// The project whose issuer is the server's address without a path. If there is no such project, the
  /// default project.
  private func rootProject() async throws(IdentityError) -> Project? {
    if let project = try await service.projects.implicitProject() { return project }
    let now = service.clock.now()
    for address in addresses(path: "") {
      if let project = try await service.projects.project(issuer: address, now: now) { return project }
    }
    return nil
  }

  /// The addresses of a document below a path, each with and without a final slash.
  private func addresses(path: String) -> [String] { origins.flatMap { [$0 + path, $0 + path + "/"] } }

  /// Returns a discovery document. At an issuer's address, the document describes that issuer (OpenID Connect Discovery
  /// 1.0 section 4.3), as long as the issuer's tokens are accepted. At any other address, the document describes the
  /// project's current issuer.
  private func discovery(_ project: Project?, path: String) async throws(IdentityError) -> Response {
    guard let project else { throw .missing(.projectNotFound) }
    let here = addresses(path: path)
    let issuer = project.issuers(now: service.clock.now()).first(where: here.contains) ?? project.issuer
    return answer(
      .discovery(
        issuer: issuer, algorithm: project.tokenAlgorithm,
        keySetURL: (origins.first ?? "") + Self.keySetPath))
  }

  private func answer(_ document: PublicKeyDocument) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "application/json; charset=UTF-8"
    headers[.cacheControl] = "public, max-age=\(document.maxAge), must-revalidate"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: document.body)))
  }
}
