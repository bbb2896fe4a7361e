import SwiftUI

@MainActor @preconcurrency public struct SignInWithAppleButton: View {
  public struct Label: Sendable {
    public static let signIn = Label()
    public static let `continue` = Label()
    public static let signUp = Label()
  }

  public struct Style: Sendable {
    public static let black = Style()
    public static let white = Style()
    public static let whiteOutline = Style()
  }

  nonisolated public init(
    _ label: SignInWithAppleButton.Label = .signIn,
    onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
    onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
  ) {}

  public var body: some View { EmptyView() }
}

extension View {
  nonisolated public func signInWithAppleButtonStyle(_ style: SignInWithAppleButton.Style) -> some View {
    EmptyView()
  }
}
