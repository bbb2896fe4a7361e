import AuthenticationServices
import FBSDKLoginKit
import FirebaseAuth
import SwiftUI

/// The guides' code, compiled in one language mode.
@MainActor public protocol GuideModule: Sendable {
  var languageMode: Int { get }
  func facebookLogin() -> any FacebookGuide
  func facebookLimitedLogin() -> any FacebookGuide
  func secondFactor() -> any SecondFactorGuide
  func github() -> any GitHubGuide
  /// The view of Sign in with Apple.
  func apple() -> any View
  func appDelegate() -> any UIApplicationDelegate
  func otherPlaces() -> any OtherPlacesGuide
}

@MainActor public protocol FacebookGuide: ViewController {
  /// The button that a user presses.
  func setupLoginButton() -> FBLoginButton
  func signOut()
}

@MainActor public protocol SecondFactorGuide: ViewController {
  func signIn(with credential: AuthCredential)
}

@MainActor public protocol GitHubGuide: ViewController {
  var provider: OAuthProvider { get }
  func setUpProvider()
  func signIn()
  func link()
  func reauthenticate()
  func signOut()
}

/// The same calls from code that belongs to no actor.
public protocol OtherPlacesGuide: Sendable {
  func signInFromModel(with credential: AuthCredential) async -> String?
  func signInFromFunction(with credential: AuthCredential) async -> String?
  func signOutFromFunction() -> Bool
}
