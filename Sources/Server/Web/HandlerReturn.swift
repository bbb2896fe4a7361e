import Foundation
import Hummingbird
import Identity
import IdentityWire
import Operations
import WebPages

/// Returns the outcome of a flow to the app or page that began it, in the form that the app or page expects.
struct HandlerReturn: Sendable {
  /// The outcome of a flow.
  enum Outcome: Sendable {
    /// The provider's response as one address, for `signInWithIdp`.
    case answer(String)
    /// The address to which a provider posted its response, and the posted form, for `signInWithIdp`.
    case posted(to: String, form: FormURLEncoded)
    /// The proof for an app that must show that it is genuine: a token for `sendVerificationCode`.
    case verification(token: String)
    case failure(IdentityError)
  }

  let pages: PageRenderer
  /// The server's origin that the browser used.
  let origin: String
  /// The handler's path.
  let path: String

  /// - Parameter flow: the flow that the outcome belongs to.
  func response(_ outcome: Outcome, to flow: AuthorizationFlow, tenant: String?) -> Response {
    response(outcome, to: flow.returnTarget, tenant: tenant, session: flow.session.digest)
  }

  /// Returns an error that belongs to no known flow to the flow that the browser's tab began. Only an error may pass so,
  /// because a response could have been made for another project.
  func failureWithoutFlow(_ error: IdentityError) -> Response {
    PageResponse.html(pages.handlerFinish(HandlerFinishPage(error: HandlerFailure(error))))
  }

  /// - Parameter session: the digest of the flow's session; nil if the flow did not begin.
  func response(
    _ outcome: Outcome, to target: ReturnTarget, tenant: String? = nil, session: String? = nil
  ) -> Response {
    switch target {
    case .page(let url):
      finish(outcome, tenant) { page in
        page.allowedRedirectOrigins = URL(string: url).flatMap(ReturnPolicy.origin).map { [$0] }
        page.sessionDigest = session
      }
    // The page's script must not take the response for that of a flow which the tab began.
    case .caller: finish(outcome, tenant) { $0.isForCaller = true }
    case .deepLink(let base, let authType, let eventID):
      redirect(
        base + (base.contains("?") ? "&" : "?") + "deep_link_id="
          + FormURLEncoded.encode(marker(outcome, authType: authType, eventID: eventID)), outcome)
    case .androidIntent(let package, let authType, let eventID):
      redirect(intent(outcome, package, authType: authType, eventID: eventID), outcome)
    }
  }

  /// Returns an administrator to the page that tests the provider. Sends a page and not a redirect, because browsers
  /// send the session cookie only if navigation starts on one of the server's own pages.
  func administrator(_ path: String) -> Response {
    PageResponse.html(pages.handlerProviderTest(.init(returnURL: origin + path)))
  }

  private func finish(
    _ outcome: Outcome, _ tenant: String?, _ bind: (inout HandlerFinishPage) -> Void
  ) -> Response {
    var page = HandlerFinishPage()
    switch outcome {
    case .answer(let url): page.urlResponse = url
    case .posted(let url, let form):
      page.urlResponse = url
      page.postBody = form.text
    case .verification: return response(.failure(.operationNotSupported), to: .caller)
    case .failure(let error): page.error = .init(error)
    }
    page.tenantID = tenant
    bind(&page)
    return PageResponse.html(pages.handlerFinish(page))
  }

  /// The response as one address, for apps outside browsers.
  private static func address(_ url: String, _ form: FormURLEncoded) -> String {
    url + (url.contains("?") ? "&" : "?") + form.text
  }

  /// The maximum length in bytes of an address in a header, for a posted form. Proxies refuse longer headers.
  private static let maximumLocationBytes = 2_048

  private func redirect(_ location: String, _ outcome: Outcome) -> Response {
    if case .posted = outcome, location.utf8.count > Self.maximumLocationBytes {
      return PageResponse.html(pages.handlerReturn(.init(returnURL: location)))
    }
    return PageResponse.redirect(to: location, fallback: pages.handlerReturn(.init(returnURL: location)))
  }

  /// The address inside a deep link that the Apple SDK reads.
  private func marker(_ outcome: Outcome, authType: String, eventID: String) -> String {
    var query = FormURLEncoded()
    switch outcome {
    case .answer(let url): query.append("link", url)
    case .posted(let url, let form): query.append("link", Self.address(url, form))
    case .verification(let token): query.append("recaptchaToken", token)
    case .failure(let error): query.append("firebaseError", Self.text(error))
    }
    query.append("authType", authType)
    query.append("eventId", eventID)
    return "\(origin)/__/auth/callback?\(query.text)"
  }

  private func intent(_ outcome: Outcome, _ package: String, authType: String, eventID: String) -> String {
    var scheme = "genericidp"
    let extra: (name: String, value: String)
    switch outcome {
    case .answer(let url): extra = ("link", url)
    case .posted(let url, let form): extra = ("link", Self.address(url, form))
    case .verification(let token):
      scheme = "recaptcha"
      extra = ("recaptchaToken", token)
    case .failure(let error): extra = ("firebaseError", Self.text(error))
    }
    return "intent://firebase.auth/#Intent;scheme=\(scheme);package=\(FormURLEncoded.encode(package));"
      + "S.authType=\(FormURLEncoded.encode(authType));S.eventId=\(FormURLEncoded.encode(eventID));"
      + "S.\(extra.name)=\(FormURLEncoded.encode(extra.value));B.encryptionEnabled=false;"
      // If the app is missing, the handler's page reports that the sign-in cannot continue. The browser gets no
      // details.
      + "S.browser_fallback_url=\(FormURLEncoded.encode(origin + path));end;"
  }

  private static func text(_ error: IdentityError) -> String {
    JSONWriter.text([
      "code": .string(error.clientCode), "message": .string(error.detail ?? error.name),
    ])
  }
}

extension HandlerFailure {
  init(_ error: IdentityError) {
    self.init(code: error.clientCode, message: error.detail ?? error.name)
  }
}

extension IdentityError {
  /// The handler's response to an unusable request.
  static let invalidAction = IdentityError.refused(.badRequest, "The requested action is invalid.")

  static let operationNotSupported = IdentityError.refused(
    .operationNotSupported, "This operation is not supported in the environment that this app runs on.")

  /// The error's code as the SDKs read it: `auth/operation-not-allowed` for `OPERATION_NOT_ALLOWED`.
  var clientCode: String {
    guard ![.unavailable, .unimplemented].contains(kind) else { return "auth/internal-error" }
    return Self.clientCodes[name] ?? "auth/" + name.lowercased().replacing("_", with: "-")
  }

  /// The codes whose names differ between the SDKs and the protocol.
  private static let clientCodes = [
    "INVALID_CREDENTIAL_OR_PROVIDER_ID": "auth/invalid-credential",
    "INVALID_IDP_RESPONSE": "auth/invalid-credential",
    "OPERATION_NOT_SUPPORTED": "auth/operation-not-supported-in-this-environment",
    "TENANT_NOT_FOUND": "auth/invalid-tenant-id",
  ]
}
