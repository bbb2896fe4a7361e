import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// `users/export`: all users as a file, with the hashes of their passwords. For owners alone, and recorded.
struct UserExportPage: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("users/export", requires: .owner) { request in
      ConsolePage(
        section: .users, title: request.texts("transfer.export"), template: "users_export",
        content: Content(actionPath: request.path("users/export"), cancelPath: request.path("users")))
    }
    routes.action("users/export", requires: .owner, from: "users/export") { request, form in
      guard let format = UserFileFormat(rawValue: try form.text("format")) else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "format")
      }
      return .response(try await export(format, isForFirebase: form.isOn("firebase"), request))
    }
  }

  private struct Content: Sendable {
    let actionPath: String
    let cancelPath: String
  }

  /// The first page is read before anything is sent, so that what is refused is a page that says so, and nothing leaves
  /// that is not in the log. The others follow as fast as they are taken.
  private func export(_ format: UserFileFormat, isForFirebase: Bool, _ request: ConsoleRequest) async throws
    -> Response
  {
    let caller = request.caller
    let begun = UserExporter(
      service: request.domain.service, caller: caller, format: format, isForFirebase: isForFirebase)
    let (first, rest) = try await request.audited(.export) {
      var exporter = begun
      return (try await exporter.next() ?? [], exporter)
    }
    let body = ResponseBody { writer in
      var exporter = rest
      try await writer.write(ByteBuffer(bytes: first))
      while let bytes = try await exporter.next() { try await writer.write(ByteBuffer(bytes: bytes)) }
      try await writer.finish(nil)
    }
    var headers = HTTPFields()
    headers[.contentType] = format == .json ? "application/json" : "text/csv; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    // Ids of projects and tenants are letters, digits, hyphens and underscores.
    let scope = [request.project.id.rawValue, request.tenant?.id.rawValue].compactMap(\.self)
    headers[.contentDisposition] =
      "attachment; filename=\"users-\(scope.joined(separator: "-")).\(format.rawValue)\""
    return Response(status: .ok, headers: headers, body: body)
  }
}
