import HTTPTypes
import Hummingbird
import IdentityWire
import WebPages

/// Whether a form comes from a page of this server. It has to say so: browsers do, in `Sec-Fetch-Site` or `Origin`, and
/// in both where they know both.
enum FormOrigin {
  /// - Parameter origins: of this server.
  /// - Throws: `FOREIGN_FORM` with 403.
  static func check(_ request: Request, origins: [String]) throws(WireError) {
    let site = request.headers[.secFetchSite]
    let origin = request.headers[.origin]
    let isOurs =
      switch (site, origin) {
      case (nil, nil): false
      case (let site?, nil): site == "same-origin"
      case (nil, let origin?): origins.contains(origin.lowercased())
      case (let site?, let origin?): site == "same-origin" && origins.contains(origin.lowercased())
      }
    guard isOurs else {
      throw WireError(
        httpStatus: 403, code: "FOREIGN_FORM", detail: "The form does not come from a page of this console.",
        status: "PERMISSION_DENIED", reason: "forbidden")
    }
  }
}
