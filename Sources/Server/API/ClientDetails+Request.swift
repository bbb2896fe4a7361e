import HTTPTypes
import Operations

extension ClientDetails {
  init(_ request: APIRequest, _ context: ServerContext) {
    self.init()
    ipAddress = context.client.address
    userAgent = request.head.headerFields[.userAgent].map { String($0.prefix(256)) }
    bundleID = request.head.headerFields[.iosBundleIdentifier].map { String($0.prefix(256)) }
    locale = request.head.headerFields[.firebaseLocale].map { String($0.prefix(35)) }
  }
}
