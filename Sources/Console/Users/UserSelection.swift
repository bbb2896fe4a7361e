import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// `users/selection`: applies an action to several users of the list. A confirmation page with their names
/// comes first.
struct UserSelection: Sendable {
  private static let page = "users/selection"
  static let applyPage = "users/selection/apply"
  /// The choice of a file with the users, in addition to ``SelectionAction``. It changes nothing.
  private static let fileAction = "export"

  func add(to routes: ConsoleRouteTable) {
    routes.action(Self.page, from: "users") { request, form in
      let ids = try Self.ids(form)
      let name = try form.text("do")
      guard name != Self.fileAction else { return .response(try await Self.export(ids, request)) }
      return .page(try await Self.confirm(try Self.action(name), ids, form, request))
    }
    routes.action(Self.applyPage, from: "users") { request, form in
      let action = try Self.action(try form.text("do"))
      let result = try await request.domain.service.perform(action, on: try Self.ids(form), request.caller)
      guard !result.failures.isEmpty else {
        return .redirect(Self.list(form), notice: "users.selection.done.\(action.rawValue)")
      }
      return .page(Self.report(action, result, form, request))
    }
  }

  // MARK: The form

  /// - Throws: `SELECTION_EMPTY`, `SELECTION_LIMIT`.
  private static func ids(_ form: ConsoleForm) throws -> [String] {
    let ids = form.values("user")
    guard !ids.isEmpty else { throw WireError.badRequest("SELECTION_EMPTY") }
    guard ids.count <= IdentityService.maximumSelectedAccounts else {
      throw WireError.badRequest("SELECTION_LIMIT", String(IdentityService.maximumSelectedAccounts))
    }
    return ids
  }

  private static func action(_ name: String) throws -> SelectionAction {
    guard let action = SelectionAction(rawValue: name) else {
      throw WireError.badRequest("FORM_FIELD_MISSING", "do")
    }
    return action
  }

  /// The path of the selection's list, below the project. Only the list's own parameters are taken from the
  /// field.
  private static func list(_ form: ConsoleForm) -> String {
    let text = form["list"] ?? ""
    guard text.utf8.count <= 2_048 else { return "users" }
    let known = ["q", "in", "method", "state", "order", "page"]
    let pairs = FormURLEncoded(parsing: Array(text.utf8), maximumPairs: 16).pairs.filter {
      known.contains($0.name)
    }
    return pairs.isEmpty ? "users" : "users?\(FormURLEncoded(pairs).text)"
  }

  // MARK: Pages

  private static func confirm(
    _ action: SelectionAction, _ ids: [String], _ form: ConsoleForm, _ request: ConsoleRequest
  ) async throws -> ConsolePage {
    let texts = request.texts
    let accounts = try await request.domain.service.accounts(selected: ids, request.caller)
    guard !accounts.isEmpty else { throw WireError.badRequest("USER_NOT_FOUND") }
    // Compares bytes: Swift treats canonically equivalent strings as equal, the store does not.
    let missing = Set(ids.map { Array($0.utf8) }).count - accounts.count
    let page = Confirmation(
      about: texts("users.selection.about.\(action.rawValue)"),
      missing: missing > 0 ? texts("users.selection.missing", ["count": texts.number(missing)]) : nil,
      users: accounts.map { Confirmation.User(title: $0.title, uid: $0.id.rawValue) },
      action: action.rawValue, list: form["list"] ?? "", actionPath: request.path(applyPage),
      cancelPath: request.path(list(form)), button: texts("users.selection.\(action.rawValue)"),
      isDangerous: action != .enable)
    return ConsolePage(
      section: .users,
      title: texts(
        "users.selection.title.\(action.rawValue)", ["count": texts.number(accounts.count)]),
      template: "users_selection", content: page)
  }

  private static func report(
    _ action: SelectionAction, _ result: SelectionResult, _ form: ConsoleForm, _ request: ConsoleRequest
  ) -> ConsolePage {
    let texts = request.texts
    let page = Report(
      done: texts.number(result.done.count), failed: texts.number(result.failures.count),
      failures: result.failures.map { failure in
        Report.Failure(uid: failure.localID, reason: texts.error(WireError(failure.error)))
      },
      listPath: request.path(list(form)))
    return ConsolePage(
      section: .users, title: texts("users.selection.result.\(action.rawValue)"),
      template: "users_selection_result", content: page)
  }

  /// Exports the selected users. Password hashes are for owners only, as in the export of all users.
  private static func export(_ ids: [String], _ request: ConsoleRequest) async throws -> Response {
    if request.role >= .owner { try request.administrator.requireReauthentication() }
    let bytes = try await request.domain.service.export(
      selected: ids, showsHashes: request.role >= .owner, request.caller)
    var headers = HTTPFields()
    headers[.contentType] = "application/json"
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.contentDisposition] = "attachment; filename=\"users-selected.json\""
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private struct Confirmation: Sendable {
    struct User: Sendable {
      let title: String
      let uid: String
    }

    let about: String
    let missing: String?
    let users: [User]
    let action: String
    let list: String
    let actionPath: String
    let cancelPath: String
    let button: String
    let isDangerous: Bool
  }

  private struct Report: Sendable {
    struct Failure: Sendable {
      let uid: String
      let reason: String
    }

    let done: String
    let failed: String
    let failures: [Failure]
    let listPath: String
  }
}
