import HTTPTypes
import IdentityWire
import Operations

extension ClientDetails {
  init(_ request: APIRequest, _ context: ServerContext) {
    self.init()
    ipAddress = context.client.address
    userAgent = request.head.headerFields[.userAgent].map { $0.prefix(utf8Bytes: 256) }
    bundleID = request.head.headerFields[.iosBundleIdentifier].map { $0.prefix(utf8Bytes: 256) }
    locale = request.head.headerFields[.firebaseLocale].map { $0.prefix(utf8Bytes: 35) }
  }
}
