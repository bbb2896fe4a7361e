import HTTPTypes
import Hummingbird
import IdentityWire
import WebPages

/// Checks that a form comes from a page of this server. The request has to prove it: browsers send the header
/// `Sec-Fetch-Site`, the header `Origin`, or both. Each header that is sent has to match.
enum FormOrigin {
  /// - Parameter origins: the server's origins.
  /// - Throws: `FOREIGN_FORM` with 403.
  static func check(_ request: Request, origins: [String]) throws {
    guard isOurs(request, origins: origins) else {
      throw WireError(
        httpStatus: 403, code: "FOREIGN_FORM", detail: "The form does not come from a page of this console.",
        status: "PERMISSION_DENIED", reason: "forbidden")
    }
  }

  static func isOurs(_ request: Request, origins: [String]) -> Bool {
    switch (request.headers[.secFetchSite], request.headers[.origin]) {
    case (nil, nil): false
    case (let site?, nil): site == "same-origin"
    case (nil, let origin?): origins.contains(origin.lowercased())
    case (let site?, let origin?): site == "same-origin" && origins.contains(origin.lowercased())
    }
  }
}
