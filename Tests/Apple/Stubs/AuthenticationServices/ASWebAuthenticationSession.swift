@_exported import FoundationForApple

#if os(macOS)
  @_exported import AppKit

  public typealias ASPresentationAnchor = NSWindow
#elseif !os(watchOS)
  @_exported import UIKit

  public typealias ASPresentationAnchor = UIWindow
#endif

open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  open class Callback: NSObject {
    override private init() {}
    open class func customScheme(_ customScheme: String) -> Self { fatalError("This is a declaration.") }
    open class func https(host: String, path: String) -> Self { fatalError("This is a declaration.") }
  }

  public init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {}
  @available(*, deprecated, message: "Use init(url:callback:completionHandler:).")
  public init(
    url URL: URL, callbackURLScheme: String?,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {}

  #if !os(tvOS) && !os(watchOS)
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  #endif
  #if !os(tvOS)
    open var prefersEphemeralWebBrowserSession = false
  #endif
  open var canStart: Bool { fatalError("This is a declaration.") }

  @discardableResult open func start() -> Bool { fatalError("This is a declaration.") }
  open func cancel() {}
}

#if !os(tvOS) && !os(watchOS)
  @MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }
#endif

public struct ASWebAuthenticationSessionError: Error {
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public let code: Code
}
