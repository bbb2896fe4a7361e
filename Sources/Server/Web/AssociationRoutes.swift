import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// The documents in which a domain names the sites and apps that may use its passkeys. Each document exists only on the
/// host of an RP ID.
struct AssociationRoutes: Sendable {
  let sites: AssociatedSites

  func add(to router: Router<ServerContext>) {
    add("/.well-known/webauthn", to: router) { $0.relatedOrigins }
    add("/.well-known/apple-app-site-association", to: router) { $0.appleAssociation }
    add("/.well-known/assetlinks.json", to: router) { $0.androidAssetLinks }
  }

  private func add(
    _ path: RouterPath, to router: Router<ServerContext>,
    _ document: @escaping @Sendable (AssociatedSites.Site) -> JSONValue?
  ) {
    router.get(path) { request, _ in
      guard let host = Self.host(request), let document = try await sites.site(host).flatMap(document) else {
        throw HTTPError(.notFound)
      }
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
        body: .init(byteBuffer: ByteBuffer(string: JSONWriter.text(document))))
    }
  }

  /// The host in the request, without its port. It only selects one of several public documents.
  private static func host(_ request: Request) -> String? {
    guard let authority = request.head.authority, authority.utf8.count <= 261 else { return nil }
    return authority.split(separator: ":", maxSplits: 1).first.map { $0.lowercased() }
  }
}
