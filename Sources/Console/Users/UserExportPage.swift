import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// `users/export`: all users as a file, with their password hashes. Only owners may export, and each export
/// is recorded.
struct UserExportPage: Sendable {
  private static let page = "users/export"

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.page, requires: .owner) { request in
      ConsolePage(
        section: .users, title: request.texts("transfer.export"), template: "users_export",
        content: Content(actionPath: request.path(Self.page), cancelPath: request.path("users")),
        scripts: ["users.js"])
    }
    routes.action(Self.page, requires: .owner, from: Self.page, needsReauthentication: true) {
      request, form in
      guard let format = UserFileFormat(rawValue: try form.text("format")) else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "format")
      }
      let job = ExportJob(id: form["export"] ?? "", scope: request.caller.scope, startedAt: request.now)
      return .response(try await export(format, isForFirebase: form.isOn("firebase"), job, request))
    }
    // Scripts read the progress of a download here.
    routes.page("\(Self.page)/{export}", requires: .owner) { request in
      let job = try request.domain.jobs.export(request.parameters["export"] ?? "", in: request.caller.scope)
      return ConsolePage(
        section: .users, title: request.texts("transfer.export"), template: "users_export_job",
        content: ExportProgress(job, request), scripts: ["users.js"])
    }
  }

  private struct Content: Sendable {
    let actionPath: String
    let cancelPath: String
  }

  private struct ExportProgress: Sendable {
    let path: String
    let exportPath: String
    let phase: String
    let isOver: Bool
    let isStopped: Bool
    let written: String
    let startedAt: String
    let endedAt: String?

    init(_ job: ExportJob, _ request: ConsoleRequest) {
      let (state, texts) = (job.progress, request.texts)
      path = request.path("\(UserExportPage.page)/\(job.id)")
      exportPath = request.path(UserExportPage.page)
      phase = texts("transfer.phase.\(state.phase.rawValue)")
      isOver = state.phase != .running
      isStopped = state.phase == .stopped
      written = texts.number(state.written)
      startedAt = texts.moment(job.startedAt)
      endedAt = texts.moment(state.endedAt)
    }
  }

  /// Exports the users. The first page is read before anything is sent. So a refusal is shown as a page, and nothing
  /// is sent without a record in the audit log. The other pages are read as fast as the client accepts them.
  private func export(
    _ format: UserFileFormat, isForFirebase: Bool, _ job: ExportJob?, _ request: ConsoleRequest
  ) async throws -> Response {
    let caller = request.caller
    let begun = UserExporter(
      service: request.domain.service, caller: caller, format: format, isForFirebase: isForFirebase)
    let (first, rest) = try await request.audited(.export) {
      var exporter = begun
      return (try await exporter.next() ?? [], exporter)
    }
    if let job { request.domain.jobs.add(job) }
    let download = ExportDownload(job, clock: request.domain.service.clock)
    let body = ResponseBody { writer in
      var exporter = rest
      try await writer.write(ByteBuffer(bytes: first))
      download.note(written: exporter.exported)
      while let bytes = try await exporter.next() {
        try await writer.write(ByteBuffer(bytes: bytes))
        download.note(written: exporter.exported)
      }
      try await writer.finish(nil)
      download.end()
    }
    var headers = HTTPFields()
    headers[.contentType] = format == .json ? "application/json" : "text/csv; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    // Ids of projects and tenants contain only letters, digits, hyphens and underscores.
    let scope = [request.project.id.rawValue, request.tenant?.id.rawValue].compactMap(\.self)
    headers[.contentDisposition] =
      "attachment; filename=\"users-\(scope.joined(separator: "-")).\(format.rawValue)\""
    return Response(status: .ok, headers: headers, body: body)
  }
}
