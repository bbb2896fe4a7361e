import Foundation

extension AuthErrorCode {
  /// The code itself. Code that was written for the structure of earlier releases asks for it.
  public var code: Self { self }

  /// The type of the codes, in the earlier releases in which `AuthErrorCode` was a structure around one.
  public typealias Code = AuthErrorCode

  /// Reads the code of an error.
  ///
  /// - Returns: nil for an error that is not the SDK's.
  public init?(_ error: any Error) {
    if let code = error as? AuthErrorCode {
      self = code
      return
    }
    let error = error as NSError
    guard error.domain == AuthErrors.domain else { return nil }
    self.init(rawValue: error.code)
  }

  /// As earlier releases imported it from Objective-C. An error that is not the SDK's reads as
  /// `internalError`: ``init(_:)`` tells the difference.
  public init(_nsError error: NSError) {
    self = AuthErrorCode(error) ?? .internalError
  }
}

extension AuthErrorCode {
  /// Has `catch AuthErrorCode.userNotFound` match every error of the SDK that has this code.
  @_disfavoredOverload public static func ~= (code: AuthErrorCode, error: any Error) -> Bool {
    AuthErrorCode(error) == code
  }
}

extension AuthErrorCode: CustomNSError {
  public static var errorDomain: String { AuthErrors.domain }
  public var errorCode: Int { rawValue }
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: sentence, AuthErrors.userInfoNameKey: name]
  }
}

extension Error {
  /// The code of an error of the SDK; nil for any other error.
  public var authErrorCode: AuthErrorCode? { AuthErrorCode(self) }
}
