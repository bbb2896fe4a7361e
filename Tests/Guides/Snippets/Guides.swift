import AuthenticationServices
import FBSDKLoginKit
import GuideStage
import SwiftUI

/// What this module has of the guides.
public struct Guides: GuideModule {
  nonisolated public init() {}

  public var languageMode: Int {
    #if swift(>=6)
      6
    #else
      5
    #endif
  }

  public func facebookLogin() -> any FacebookGuide { FacebookLoginViewController() }
  public func facebookLimitedLogin() -> any FacebookGuide { LimitedLoginViewController() }
  public func secondFactor() -> any SecondFactorGuide { SignInViewController() }
  public func github() -> any GitHubGuide { GitHubViewController() }
  public func apple() -> any View { ContentView() }
  public func appDelegate() -> any UIApplicationDelegate { AppDelegate() }
  public func otherPlaces() -> any OtherPlacesGuide { OtherPlaces() }
}
