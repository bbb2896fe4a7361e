import Foundation

extension AuthErrorCode {
  /// The code itself, for code written for earlier releases, where `AuthErrorCode` was a structure.
  public var code: Self { self }

  /// The type of the codes, for code written for earlier releases. There, `AuthErrorCode` was a structure
  /// around a value of this type.
  public typealias Code = AuthErrorCode

  /// Reads the code of an error.
  ///
  /// - Returns: nil if the error does not come from the SDK.
  public init?(_ error: any Error) {
    if let code = error as? AuthErrorCode {
      self = code
      return
    }
    let error = error as NSError
    guard error.domain == AuthErrors.domain else { return nil }
    self.init(rawValue: error.code)
  }

  /// Converts an error as earlier releases did. An error that does not come from the SDK becomes
  /// `internalError`; ``init(_:)`` returns nil for it.
  public init(_nsError error: NSError) {
    self = AuthErrorCode(error) ?? .internalError
  }
}

extension AuthErrorCode {
  /// Lets `catch AuthErrorCode.userNotFound` match every error of the SDK that has this code.
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
