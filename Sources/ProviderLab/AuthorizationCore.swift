import Foundation
import Hummingbird
import IdentityWire

/// The authorization endpoint of every provider: from an app's request and the person's decision to the
/// redirect back.
extension ProviderRules {
  func authorize(_ received: LabRequest, isNative: Bool = false) async throws -> Response {
    // A POST is the person's decision, or an app's request in a form (OpenID Connect Core section 3.1.2.1).
    let parameters = received.form["client_id"] == nil ? received.query : received.form
    var request: ReceivedAuthorizationRequest
    do {
      request = try ReceivedAuthorizationRequest(
        parameters, at: profile.id, isNative: isNative, fault: received.form["lab_fault"])
    } catch let refusal as AuthorizationRefusal {
      return showError(refusal)
    } catch let error as LabError {
      return showError(AuthorizationRefusal(error: "unknown_fault", description: error.message))
    }
    if let refusal = request.refusal(by: profile) ?? refusal(of: request) {
      return refuse(refusal, request, received)
    }
    do {
      guard let decision = try AuthorizationDecision(received) else {
        if profile.knowsSilentPrompt, request.parameters["prompt"] == "none" {
          let refusal = AuthorizationRefusal(error: "login_required", description: "Nobody is signed in.")
          return refuse(refusal, request, received)
        }
        return LabReply.html(
          lab.pages.authorize(
            request, profile, faults: applicableFaults(to: request), path: received.path))
      }
      if request.order == nil {
        request.order = lab.state.takeGrantFault(at: profile.id, for: [.token, .person, .oauth2, .callback])
      }
      switch decision {
      case .allow(let person) where request.order?.fault != .deniedConsent:
        return try allow(request, person, received)
      default:
        return try deliver(profile.denial, request, received)
      }
    } catch let error as LabError {
      return showError(AuthorizationRefusal(error: "invalid_request", description: error.message))
    }
  }

  private func allow(
    _ request: ReceivedAuthorizationRequest, _ person: LabPerson, _ received: LabRequest
  ) throws -> Response {
    var grant = Grant(
      provider: profile.id, clientID: request.clientID, redirectURI: request.redirectURI,
      scopes: request.scopes, nonce: request.nonce, person: person.applying(request.order?.fault),
      subject: person.subject(at: profile.id), codeChallenge: request.codeChallenge,
      authenticatedAt: lab.now, order: request.order)
    adjust(&grant, for: request)
    var fields: [(String, String)] = []
    var code: String?
    var accessToken: String?
    if request.responseTypes.contains("code") {
      let issued = issueCode(for: grant)
      code = issued
      fields.append(("code", issued))
    }
    if request.responseTypes.contains("token") {
      let issued = issueAccessToken(for: grant)
      accessToken = issued.token
      fields += [("access_token", issued.token), ("token_type", "Bearer")]
      if let seconds = issued.expiresIn { fields.append(("expires_in", String(seconds))) }
    }
    if request.responseTypes.contains("id_token") {
      fields.append(("id_token", try idToken(for: grant, code: code, accessToken: accessToken)))
    }
    return try deliver(fields + callbackFields(for: grant, request), request, received)
  }

  private func refuse(
    _ refusal: AuthorizationRefusal, _ request: ReceivedAuthorizationRequest, _ received: LabRequest
  ) -> Response {
    if profile.showsErrors || refusal.isShown || request.responseMode == .shown { return showError(refusal) }
    let fields = [("error", refusal.error), ("error_description", refusal.description)]
    return (try? deliver(fields, request, received)) ?? showError(refusal)
  }

  private func showError(_ refusal: AuthorizationRefusal) -> Response {
    LabReply.html(
      lab.pages.error(refusal.error, refusal.description, profile), .badRequest)
  }

  /// Sends the fields and the unchanged `state` to the app, in the response mode that the app requested.
  private func deliver(
    _ fields: [(String, String)], _ request: ReceivedAuthorizationRequest, _ received: LabRequest
  ) throws -> Response {
    var form = FormURLEncoded()
    if let state = request.state {
      form.append("state", request.order?.fault == .wrongState ? "not-\(state)" : state)
    }
    for (name, value) in fields { form.append(name, value) }
    let target = request.redirectURI
    switch request.responseMode {
    case .query:
      let separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      return LabReply.redirect(
        to: "\(target)\(separator)\(form.text)\(profile.redirectSuffix)", after: received.method)
    case .fragment:
      return LabReply.redirect(to: "\(target)#\(form.text)", after: received.method)
    case .formPost:
      let nonce = LabDigest.random(bytes: 16)
      return LabReply.html(
        lab.pages.formPost(form, to: target, profile, scriptNonce: nonce), scriptNonce: nonce)
    case .shown:
      if received.headers[.accept]?.hasPrefix("application/json") == true {
        return LabReply.json(RecordedRequest.object(form.pairs.map { ($0.name, $0.value) }))
      }
      return LabReply.html(lab.pages.shown(form, profile))
    }
  }
}

/// A person's decision, from a button or from a parameter that replaces it.
enum AuthorizationDecision: Sendable {
  case allow(LabPerson)
  case deny

  /// Reads the decision from a request; nil if the person has not decided yet.
  ///
  /// - Throws: ``LabError`` for an unknown person.
  init?(_ request: LabRequest) throws(LabError) {
    let choice = request.form["person"]
    if choice == nil, request.form["deny"] != nil || request["lab_deny"] == "1" {
      self = .deny
      return
    }
    guard let key = choice ?? request["lab_person"] else { return nil }
    if key == "custom" {
      func field(_ name: String) -> String? {
        let text = (request.form["custom_\(name)"] ?? request["lab_\(name)"])?
          .trimmingCharacters(in: .whitespacesAndNewlines)
        return text.map { String($0.prefix(200)) }
      }
      let isVerified = field("verified").map { $0 == "1" || $0 == "true" || $0 == "on" }
      self = .allow(
        .custom(
          name: field("name") ?? "", email: field("email"),
          isEmailVerified: isVerified ?? (choice == nil), subject: field("sub")))
      return
    }
    guard let person = LabPerson.named(key) else {
      let known = LabPerson.everyone.map(\.key).joined(separator: ", ")
      throw LabError(message: "There is nobody called \"\(key.prefix(80))\". People: \(known), custom.")
    }
    self = .allow(person)
  }
}
