import Foundation
import IdentityWire

/// Makes errors from the server's answers and from connection failures.
enum ServerErrors {
  /// Returns the error for an answer with an error status.
  ///
  /// `error.message` is a code, with a detail after the first colon; see ``error(message:)``. For an unknown
  /// message, the reasons in `error.errors` determine the code. If the reasons are unknown too, the result is
  /// an `internalError` that contains `error`.
  static func error(status: Int, body: Data) -> AuthError {
    let underlying = NSError(domain: AuthErrors.httpStatusDomain, code: status)
    guard !body.isEmpty else { return AuthError(.networkError, underlying: underlying) }
    guard let answer = try? JSONParser(costlyText: .dropped).parse(body) else {
      return status == 429
        ? AuthError(.tooManyRequests, underlying: underlying)
        : InternalFailure.unexpectedErrorResponse.error(
          answer: RecordedAnswer(unreadable: body), underlying: underlying)
    }
    let envelope = answer["error"]?.objectValue.map(JSONValue.object) ?? answer
    let message = envelope["message"]?.stringValue
    if let message, let error = known(message) { return error }
    let info = message.map { [AuthErrors.userInfoServerMessageKey: shown($0)] } ?? [:]
    if let code = code(reasonsIn: envelope) { return AuthError(code, underlying: underlying, info: info) }
    // A proxy in front of the server may limit requests too, with its own message.
    if status == 429 { return AuthError(.tooManyRequests, underlying: underlying, info: info) }
    return InternalFailure.unexpectedErrorResponse.error(
      message.flatMap(refusal), answer: RecordedAnswer(envelope), underlying: underlying, info: info)
  }

  /// Returns the error for a message that came with a success status: `errorMessage` of `signInWithIdp`.
  static func error(message: String) -> AuthError {
    known(message)
      ?? InternalFailure.unexpectedErrorResponse.error(
        refusal(message), answer: RecordedAnswer(["message": .string(shown(message))]),
        info: [AuthErrors.userInfoServerMessageKey: shown(message)])
  }

  /// Converts a failure of the connection to `networkError`. Its failure reason is the system's text, for
  /// example about a refused connection or an untrusted certificate. Returns an error of the SDK unchanged.
  static func network(_ error: any Error) -> AuthError {
    if let error = error as? AuthError { return error }
    return AuthError(
      .networkError, failureReason: shown((error as NSError).localizedDescription), underlying: error)
  }

  /// Returns the error for an unreadable answer with a success status.
  static func malformedAnswer(_ data: Data) -> AuthError {
    do {
      let answer = try JSONParser(costlyText: .dropped).parse(data)
      let failure: InternalFailure = answer.objectValue == nil ? .unexpectedResponse : .responseDecoding
      return failure.error(answer: RecordedAnswer(answer))
    } catch {
      let reason = NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.Code.propertyListReadCorrupt.rawValue,
        userInfo: [NSLocalizedDescriptionKey: "\(error)"])
      return InternalFailure.unexpectedResponse.error(
        answer: RecordedAnswer(unreadable: data), underlying: reason)
    }
  }
}

extension ServerErrors {
  /// Nil if the message is in no table.
  private static func known(_ message: String) -> AuthError? {
    let parts = message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
    guard let code = ServerMessage.codes[name] ?? ServerMessage.furtherCodes[name] else { return nil }
    let detail = shown(parts.count == 2 ? String(parts[1]) : "")
    let info = [AuthErrors.userInfoServerMessageKey: shown(message)]
    switch code {
    case .weakPassword:
      return AuthError(code, failureReason: detail, info: info)
    case .emailAlreadyInUse, .tenantIDMismatch, .unsupportedTenantOperation, .missingAppToken:
      return AuthError(code, info: info)
    case .blockingCloudFunctionError:
      return AuthError(code, refusalOfFunction(detail), info: info)
    default:
      return AuthError(code, detail, info: info)
    }
  }

  private static func code(reasonsIn envelope: JSONValue) -> AuthErrorCode? {
    for error in envelope["errors"]?.arrayValue ?? [] {
      guard let reason = error["reason"]?.stringValue else { continue }
      if reason.hasPrefix("keyInvalid") { return .invalidAPIKey }
      if reason == "ipRefererBlocked" { return .appNotAuthorized }
    }
    return nil
  }

  /// Makes a sentence that contains the server's code, if the message is a code. In a log, this says more than
  /// "internal".
  private static func refusal(_ message: String) -> String? {
    let name = message.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces)
    let isCode = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isCode, (3...64).contains(name.utf8.count) else { return nil }
    return "The server refused the request (\(name))."
  }

  /// Makes a server's text safe to display: limits its length and removes characters that control a terminal.
  private static func shown(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(4096).map { scalar in
      scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    return String(visible).trimmingCharacters(in: .whitespaces)
  }

  /// Extracts the blocking function's own message, `error.message`, from the first JSON object of the detail.
  /// Returns the detail if it contains no object, and nil if the object has no message.
  private static func refusalOfFunction(_ detail: String) -> String? {
    guard let object = firstObject(in: detail) else { return detail }
    return object["error"]?["message"]?.stringValue.map(shown)
  }

  private static func firstObject(in text: String) -> JSONValue? {
    let bytes = Array(text.utf8)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    var depth = 0
    var isInText = false
    var isEscaped = false
    for index in start..<bytes.count {
      let byte = bytes[index]
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
        guard depth == 0 else { continue }
        return try? JSONParser().parse(bytes[start...index])
      }
    }
    return nil
  }
}
