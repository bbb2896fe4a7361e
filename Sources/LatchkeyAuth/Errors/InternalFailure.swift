import Foundation

/// The error underlying an `internalError`, in the domain `FIRAuthInternalErrorDomain` with FirebaseAuth's
/// codes.
enum InternalFailure: Int, Sendable {
  /// The request could not be encoded.
  case requestEncoding = 1
  /// The request could not be serialized as JSON.
  case jsonSerialization = 2
  /// The server refused, with a message that has no code of its own.
  case unexpectedErrorResponse = 3
  /// The server answered with a success status, but not with a JSON object.
  case unexpectedResponse = 4
  /// The server answered with a success status, but the object lacks a required member.
  case responseDecoding = 5

  private var sentence: String {
    switch self {
    case .requestEncoding, .jsonSerialization: "The request could not be encoded."
    case .unexpectedErrorResponse: "The server answered with an error that is not known."
    case .unexpectedResponse, .responseDecoding: "The server's answer could not be understood."
    }
  }

  /// Returns the `internalError` that contains this failure as its underlying error.
  ///
  /// - Parameters:
  ///   - message: the localized description, instead of the code's default text.
  ///   - answer: the server's answer.
  ///   - info: entries for the `userInfo` of the outer error.
  func error(
    _ message: String? = nil, answer: RecordedAnswer? = nil, underlying: (any Error)? = nil,
    info: [String: any Sendable] = [:]
  ) -> AuthError {
    var inner: [String: Any] = [NSLocalizedDescriptionKey: sentence]
    switch answer {
    case .json(let value): inner[AuthErrors.userInfoDeserializedResponseKey] = value
    case .data(let data): inner[AuthErrors.userInfoDataKey] = data
    case nil: break
    }
    if let underlying { inner[NSUnderlyingErrorKey] = underlying as NSError }
    let error = NSError(domain: AuthErrors.internalDomain, code: rawValue, userInfo: inner)
    return AuthError(.internalError, message, underlying: error, info: info)
  }
}
