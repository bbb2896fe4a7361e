import Foundation

/// What lies under an `internalError`: an error in the domain `FIRAuthInternalErrorDomain`, with
/// FirebaseAuth's codes.
enum InternalFailure: Int, Sendable {
  /// The request could not be put together.
  case requestEncoding = 1
  /// The request could not be written as JSON.
  case jsonSerialization = 2
  /// The server refused, in a way that has no code of its own.
  case unexpectedErrorResponse = 3
  /// The server agreed, with something that is no JSON object.
  case unexpectedResponse = 4
  /// The server agreed, with an object that lacks what it must have.
  case responseDecoding = 5

  private var sentence: String {
    switch self {
    case .requestEncoding, .jsonSerialization: "The request could not be encoded."
    case .unexpectedErrorResponse: "The server answered with an error that is not known."
    case .unexpectedResponse, .responseDecoding: "The server's answer could not be understood."
    }
  }

  /// The `internalError` around it.
  ///
  /// - Parameters:
  ///   - message: for the localized description, in place of the code's own.
  ///   - answer: what the server answered.
  ///   - info: for the `userInfo` of the outer error.
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
