import CLatchkeyAuth
import Foundation
import LatchkeyAuth

@_cdecl("latchkey_auth_get")
public func authGet(
  _ app: OpaquePointer?, _ environment: UnsafePointer<latchkey_environment>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  reporting(error, else: nil) {
    guard let app = content(app, FirebaseApp.self) else {
      throw AuthError(.internalError, "An app is needed, and none was given.")
    }
    return handle(try Environments.shared.auth(app, environment.map { Environments.Wish($0.pointee) }))
  }
}

@_cdecl("latchkey_auth_use_emulator")
public func authUseEmulator(
  _ auth: OpaquePointer?, _ host: CText?, _ port: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  reporting(error, else: false) {
    let auth = try givenAuth(auth)
    let host = string(host) ?? ""
    let isBare = host.contains(":") && !host.hasPrefix("[")
    guard let address = EmulatorAddress("\(isBare ? "[\(host)]" : host):\(port)") else {
      throw AuthError(.internalError, "The emulator's address must be a host and a port.")
    }
    auth.useEmulator(withHost: address.host, port: address.port)
    return true
  }
}

@_cdecl("latchkey_auth_use_backend")
public func authUseBackend(
  _ auth: OpaquePointer?, _ url: CText?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  reporting(error, else: false) {
    let auth = try givenAuth(auth)
    guard let url = string(url).flatMap({ URL(string: $0) }) else {
      throw AuthError(.internalError, "The server's address is not valid.")
    }
    try auth.useBackend(url)
    return true
  }
}

@_cdecl("latchkey_auth_current_user")
public func authCurrentUser(_ auth: OpaquePointer?) -> OpaquePointer? {
  handle(content(auth, Auth.self)?.currentUser)
}

@_cdecl("latchkey_auth_sign_out")
public func authSignOut(_ auth: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
  reporting(error, else: false) {
    try givenAuth(auth).signOut()
    return true
  }
}

// MARK: Settings

@_cdecl("latchkey_auth_language_code")
public func authLanguageCode(_ auth: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(auth, Auth.self)?.languageCode)
}

@_cdecl("latchkey_auth_set_language_code")
public func authSetLanguageCode(_ auth: OpaquePointer?, _ code: CText?) {
  content(auth, Auth.self)?.languageCode = string(code)?.nonEmpty
}

@_cdecl("latchkey_auth_use_app_language")
public func authUseAppLanguage(_ auth: OpaquePointer?) { content(auth, Auth.self)?.useAppLanguage() }

@_cdecl("latchkey_auth_tenant_id")
public func authTenantID(_ auth: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(auth, Auth.self)?.tenantID)
}

@_cdecl("latchkey_auth_set_tenant_id")
public func authSetTenantID(_ auth: OpaquePointer?, _ tenantID: CText?) {
  content(auth, Auth.self)?.tenantID = string(tenantID)?.nonEmpty
}

@_cdecl("latchkey_auth_custom_domain")
public func authCustomDomain(_ auth: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(auth, Auth.self)?.customAuthDomain)
}

@_cdecl("latchkey_auth_set_custom_domain")
public func authSetCustomDomain(_ auth: OpaquePointer?, _ domain: CText?) {
  content(auth, Auth.self)?.customAuthDomain = string(domain)?.nonEmpty
}
