import Hummingbird
import IdentityWire

/// A token of a Turnstile or hCaptcha widget, with the facts that the verifying service knows about it.
struct LabCaptcha: Sendable {
  var service: String
  var siteKey: String
  var hostname: String
  var action: String?
  var data: String?
  /// A fault of the transport.
  var fault: FaultSpecification?
  /// The service's error codes for the token.
  var errorCodes: [String] = []
  /// The HTTP status of the answer with the error codes.
  var errorStatus = 200
  var isUsed = false
}

/// The services that verify captcha tokens.
struct CaptchaLab: Sendable {
  static let services = ["turnstile", "hcaptcha"]

  let lab: ProviderLab

  func addRoutes<Context: RequestContext>(to router: RouterGroup<Context>) {
    for service in Self.services {
      router.post(RouterPath("\(service)/siteverify")) { request, _ -> Response in
        do {
          let (answer, status) = try await verify(try await LabRequest(request), at: service)
          return LabReply.json(answer, .init(code: status))
        } catch let interruption as LabInterruption {
          return interruption.response
        }
      }
    }
    router.post("control/captcha") { request, _ -> Response in
      do {
        let received = try await LabRequest(request, readsJSON: true)
        return LabReply.json(["token": .string(try issue(received.json))])
      } catch let error as LabError {
        return LabReply.json(["error": ["message": .string(error.message)]], .badRequest)
      }
    }
  }

  private func verify(_ request: LabRequest, at service: String) async throws -> (JSONValue, status: Int) {
    guard let secret = request["secret"], !secret.isEmpty else {
      return Self.failure(["missing-input-secret"])
    }
    guard secret == ProviderLab.captchaSecret else { return Self.failure(["invalid-input-secret"]) }
    guard let token = request["response"], !token.isEmpty else {
      return Self.failure(["missing-input-response"])
    }
    try await lab.applyTransportFault(lab.state.captcha(token)?.fault)
    let (captcha, isFirst) = lab.state.useCaptcha(token)
    guard let captcha, captcha.service == service else { return Self.failure(["invalid-input-response"]) }
    if !captcha.errorCodes.isEmpty { return Self.failure(captcha.errorCodes, captcha.errorStatus) }
    if let siteKey = request["sitekey"], siteKey != captcha.siteKey {
      return Self.failure(["sitekey-secret-mismatch"])
    }
    guard isFirst else {
      return Self.failure([service == "turnstile" ? "timeout-or-duplicate" : "already-seen-response"])
    }
    var answer: [String: JSONValue] = [
      "success": true, "challenge_ts": "2026-01-01T00:00:00.000Z", "hostname": .string(captcha.hostname),
      "error-codes": [],
    ]
    if service == "turnstile" {
      answer["action"] = .string(captcha.action ?? "")
      answer["cdata"] = .string(captcha.data ?? "")
    }
    return (.object(answer), 200)
  }

  private static func failure(_ codes: [String], _ status: Int = 200) -> (JSONValue, status: Int) {
    (["success": false, "error-codes": .array(codes.map { .string($0) })], status)
  }

  private func issue(_ options: [String: JSONValue]) throws -> String {
    let known = [
      "service", "siteKey", "hostname", "action", "data", "fault", "seconds", "errorCodes", "errorStatus",
    ]
    for name in options.keys where !known.contains(name) {
      throw LabError(message: "There is no option \"\(name.prefix(80))\".")
    }
    let service = options["service"]?.stringValue ?? Self.services[0]
    guard Self.services.contains(service) else {
      throw LabError(message: "The services are \(Self.services.joined(separator: " and ")).")
    }
    var captcha = LabCaptcha(
      service: service, siteKey: options["siteKey"]?.stringValue ?? ProviderLab.captchaSiteKey,
      hostname: options["hostname"]?.stringValue ?? "localhost", action: options["action"]?.stringValue,
      data: options["data"]?.stringValue)
    captcha.errorCodes = options["errorCodes"]?.arrayValue?.compactMap(\.stringValue) ?? []
    captcha.errorStatus = options["errorStatus"]?.integerValue.flatMap(Int.init(exactly:)) ?? 200
    guard (200..<600).contains(captcha.errorStatus) else {
      throw LabError(message: "errorStatus is no status.")
    }
    if let name = options["fault"]?.stringValue {
      let fault = try LabFault(named: name)
      guard fault.place == .transport else {
        throw LabError(message: "Captchas have only faults on the wire.")
      }
      captcha.fault = FaultSpecification(fault, seconds: options["seconds"]?.doubleValue)
    }
    return lab.state.add(captcha)
  }
}

extension ProviderLab {
  /// The public site key of the lab's widgets.
  public static let captchaSiteKey = "lab-site"
  /// The secret with which a server verifies the tokens of the lab's widgets.
  public static let captchaSecret = "lab-captcha-secret"

  /// The address at which tokens of `turnstile` or `hcaptcha` are verified.
  public func captchaAddress(of service: String) -> String { "\(baseURL)/\(service)/siteverify" }
}
