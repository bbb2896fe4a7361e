import CLatchkeyAuth
import Foundation
import LatchkeyAuth

@_cdecl("latchkey_app_create")
public func appCreate(
  _ options: OpaquePointer?, _ name: CText?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  reporting(error, else: nil) {
    guard let options = try content(options, OptionTexts.self)?.options() else {
      throw AuthError(.internalError, "An app needs options, and none were given.")
    }
    guard let name = string(name) else { return handle(try FirebaseApp.tryConfigure(options: options)) }
    return handle(try FirebaseApp.tryConfigure(name: name, options: options))
  }
}

@_cdecl("latchkey_app_find")
public func appFind(_ name: CText?) -> OpaquePointer? {
  handle(string(name).map { FirebaseApp.app(name: $0) } ?? FirebaseApp.app())
}

@_cdecl("latchkey_app_name")
public func appName(_ app: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(app, FirebaseApp.self)?.name)
}

@_cdecl("latchkey_app_options")
public func appOptions(_ app: OpaquePointer?) -> OpaquePointer? {
  handle(content(app, FirebaseApp.self).map { OptionTexts($0.options) })
}

@_cdecl("latchkey_app_delete")
public func appDelete(_ app: OpaquePointer?) {
  guard let app = content(app, FirebaseApp.self) else { return }
  app.delete { _ in }
  Environments.shared.forget(app)
  CaptchaHooks.shared.forget(app)
}
