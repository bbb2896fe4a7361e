import Foundation
import IdentityWire

// As in the official SDK with reCAPTCHA, the first requests contain no proof. Requests contain a proof after the
// server has refused a request for lack of a proof, or after the app has loaded the configuration. So a project
// without captchas costs no extra request.
extension IdentityToolkitClient {
  private static let maximumTokenLength = 8192
  private static let serviceNames = ["turnstile": "Turnstile", "hcaptcha": "hCaptcha"]

  /// Sends a request that a project can protect. Adds a proof if the project is known to need one. If the
  /// server refuses the request for lack of a proof, gets a proof and sends the request once more.
  ///
  /// - Throws: ``AuthError``; with `recaptchaSDKNotLinked` if the app has to supply the token and has no
  ///   ``Auth/captchaTokenProvider``.
  func call(_ action: CaptchaAction, _ endpoint: Endpoint, _ message: [String: JSONValue]) async throws
    -> JSONValue
  {
    let subject = subject(action, tenant: message["tenantId"]?.stringValue)
    if captcha.withLock({ $0.isProtected(subject) }), let proof = try await proof(for: subject) {
      return try await post(endpoint, message, proof)
    }
    do {
      return try await post(endpoint, message)
    } catch {
      guard AuthErrorCode(error) == .missingRecaptchaToken, let proof = try await proof(for: subject) else {
        throw error
      }
      return try await post(endpoint, message, proof)
    }
  }

  /// Asks which actions are protected, so that their first requests already contain a proof.
  func learnCaptchas() async throws {
    let configuration = configuration
    guard configuration.mayAskForCaptchas else { return }
    do {
      for action in CaptchaAction.allCases {
        _ = try await challenge(for: subject(action, tenant: configuration.tenantID))
      }
    } catch {
      // Firebase's emulator does not know the request, and protects nothing.
      guard case .emulator = configuration.server, AuthErrorCode(error) == .internalError else { throw error }
    }
  }

  private func subject(_ action: CaptchaAction, tenant: String?) -> CaptchaState.Subject {
    CaptchaState.Subject(action: action, tenant: tenant, server: configuration.origin)
  }

  private func post(_ endpoint: Endpoint, _ message: [String: JSONValue], _ proof: String) async throws
    -> JSONValue
  {
    var message = message
    CaptchaAction.add(proof, to: &message, for: endpoint)
    return try await post(endpoint, message)
  }

  /// Returns a new proof, which is valid for one request.
  ///
  /// - Returns: nil if the project needs no proof, if the project only audits and the SDK could not make a proof, or
  ///   if the server gives no challenge. The server's answer to the request itself then explains the reason best.
  private func proof(for subject: CaptchaState.Subject) async throws -> String? {
    let (mode, answer): (CaptchaState.Mode, JSONValue)
    do {
      (mode, answer) = try await challenge(for: subject)
    } catch {
      switch AuthErrorCode(error) {
      case nil, .networkError, .tooManyRequests: throw error
      default: return nil
      }
    }
    guard mode != .off else { return nil }
    do {
      return try await solution(of: answer, for: subject.action)
    } catch {
      // A missing proof must not block a request that is only audited.
      if mode == .audit, !(error is CancellationError) { return nil }
      throw error
    }
  }

  private func challenge(for subject: CaptchaState.Subject) async throws -> (CaptchaState.Mode, JSONValue) {
    let answer = try await post(
      .v2("captchaChallenge"),
      ["action": .string(subject.action.rawValue), "tenantId": JSONValue(subject.tenant)])
    guard let mode = CaptchaState.Mode(answer["mode"]?.stringValue) else {
      throw ServerErrors.malformedAnswer(Data(JSONWriter.text(answer).utf8))
    }
    captcha.withLock { $0.note(mode, for: subject) }
    return (mode, answer)
  }

  private func solution(of answer: JSONValue, for action: CaptchaAction) async throws -> String {
    let provider = answer["provider"]?.stringValue ?? ""
    guard provider != "proof-of-work" else { return try await CaptchaWork(answer).solve(by: clock) }
    guard let tokenProvider = captcha.withLock({ $0.tokenProvider }) else {
      let service = Self.serviceNames[provider] ?? "another service"
      throw AuthError(
        .recaptchaSDKNotLinked,
        """
        The project asks for a captcha of \(service), which needs a browser. Set a captcha token provider (in Swift, \
        Auth.captchaTokenProvider), or have the project use proofs of work.
        """)
    }
    let token: String
    do {
      token = try await tokenProvider.captchaToken(
        for: CaptchaTokenRequest(
          provider: provider, action: action.rawValue, siteKey: answer["siteKey"]?.stringValue ?? "",
          data: answer["data"]?.nonEmpty))
    } catch  where !(error is AuthError || error is CancellationError) {
      throw AuthError(.captchaCheckFailed, "The captcha gave no token.", underlying: error)
    }
    guard !token.isEmpty, token.utf8.count <= Self.maximumTokenLength else {
      throw AuthError(.missingRecaptchaToken, "The captcha token provider returned no usable token.")
    }
    return token
  }
}
