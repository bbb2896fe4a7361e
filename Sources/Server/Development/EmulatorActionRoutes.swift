import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Operations

/// `/emulator/action`: the action page for tests of apps. Opening a link redeems it at once. Browsers receive a page,
/// other clients receive JSON.
struct EmulatorActionRoutes: Sendable {
  let actions: ActionRoutes

  func add(to router: Router<ServerContext>) {
    actions.add(to: router, path: .init(ActionLinks.developmentPath), get: open)
  }

  private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
    let action = ActionRoutes.request(request, FormURLEncoded(parsing: request.uri.query ?? ""))
    let acceptsHTML = request.headers[.accept]?.contains("text/html") == true
    let needsForm = action.mode == .resetPassword && action["newPassword"] == nil
    guard request.method == .get, !acceptsHTML || !needsForm else {
      return await actions.show(action, context)
    }
    if acceptsHTML, action["continueUrl"] == nil || action.mode == .signIn {
      return await actions.perform(action, context)
    }
    return await answer(action, context, acceptsHTML: acceptsHTML)
  }

  private func answer(_ action: ActionRequest, _ context: ServerContext, acceptsHTML: Bool) async -> Response
  {
    for name in ["mode", "apiKey", "oobCode"] where action[name] == nil {
      return Self.json(
        .badRequest,
        ["error": .string("missing \(name) query parameter"), "instructions": "Use the whole link."])
    }
    guard let mode = action.mode, mode != .sendReset else {
      return Self.json(.badRequest, ["error": "invalid mode", "instructions": "Use the whole link."])
    }
    if mode == .signIn, action["continueUrl"] == nil {
      return Self.json(
        .badRequest,
        [
          "error": "Missing 'continueUrl' query parameter",
          "instructions": "To sign in, append '&continueUrl=YOUR_APP_URL' to the link.",
        ])
    }
    if mode == .signIn { return await actions.show(action, context) }
    if mode == .resetPassword, action["newPassword"] == nil {
      return Self.json(
        .badRequest,
        [
          "error": "missing newPassword query parameter",
          "instructions": "To reset the password, append '&newPassword=NEW_PASSWORD_HERE' to the link.",
        ])
    }
    do throws(IdentityError) {
      let caller = try await actions.caller(action, context)
      let email = try await actions.apply(action, caller).email
      if let text = action["continueUrl"], let url = actions.links.continueURL(text, in: caller.project) {
        return Response(
          status: .seeOther, headers: [.location: url.absoluteString, .cacheControl: "no-store"])
      }
      return Self.json(
        .ok, ["success": .string(Self.success(mode)), "email": .string(email ?? "")])
    } catch {
      if acceptsHTML { return await actions.show(action, context) }
      return Self.json(.init(code: WireError(error).httpStatus), Self.failure(error))
    }
  }

  private static func success(_ mode: ActionRequest.Mode) -> String {
    switch mode {
    case .resetPassword: "The password has been successfully updated."
    case .verifyAndChangeEmail: "The email has been successfully changed."
    case .recoverEmail: "The email has been successfully reset."
    case .verifyEmail, .signIn, .sendReset: "The email has been successfully verified."
    }
  }

  private static func failure(_ error: IdentityError) -> [String: JSONValue] {
    guard error.refusal == .invalidOOBCode || error.refusal == .expiredOOBCode else {
      return ["error": .string(error.message), "instructions": "Ask for a new link, or mend this one."]
    }
    return [
      "error": "Your request has expired or the link has already been used.",
      "instructions": "Ask for a new link.",
    ]
  }

  private static func json(_ status: HTTPResponse.Status, _ members: [String: JSONValue]) -> Response {
    APIResponse.response(status, Array(JSONWriter.text(["authEmulator": .object(members)]).utf8))
  }
}
