import HTTPTypes
import Identity
import IdentityWire
import Operations

extension ClientDetails {
  init(_ request: APIRequest, _ context: ServerContext) {
    self.init(context)
    isOfOtherSite =
      request.head.headerFields[.origin].map { !LoopbackOnlyMiddleware.isLoopback(origin: $0) } ?? false
    userAgent = request.head.headerFields[.userAgent].map { $0.prefix(utf8Bytes: 256) }
    clientVersion = request.head.headerFields[.clientVersion].map { $0.prefix(utf8Bytes: 256) }
    bundleID = request.head.headerFields[.iosBundleIdentifier].map { $0.prefix(utf8Bytes: 256) }
    locale = request.head.headerFields[.firebaseLocale].map {
      $0.prefix(utf8Bytes: Self.maximumLocaleBytes)
    }
  }

  /// Creates the details of a client by its address. For a direct connection, the network was determined when the
  /// connection was accepted.
  init(_ context: ServerContext) {
    let address = context.client.address
    self.init(
      ipAddress: address,
      in: context.client.isFromTrustedProxy
        ? address.flatMap(ClientNetwork.init(address:)) : context.connection.network)
  }
}
