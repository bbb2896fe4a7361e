import CLatchkeyAuth
import Foundation
import LatchkeyAuth

/// The maximum length of a token, in bytes. The SDK accepts no longer one.
private let maximumTokenLength = 8192
/// The maximum length of a reason, in bytes. The rest is cut off.
private let maximumReasonLength = 1024

@_cdecl("latchkey_auth_set_captcha_token_provider")
public func authSetCaptchaTokenProvider(
  _ auth: OpaquePointer?, _ show: latchkey_show_captcha?, _ context: UnsafeMutableRawPointer?,
  _ release: latchkey_release_context?
) {
  let owner = ContextOwner(context: context, releaseContext: release)
  let hook = show.map { CaptchaHook($0, owner) }
  let isSet = content(auth, Auth.self).map { CaptchaHooks.shared.set(hook, of: $0) } ?? false
  if !isSet || hook == nil { owner.release() }
}

private func asked(_ pointer: OpaquePointer?) -> CaptchaTokenRequest? {
  content(pointer, CaptchaQuestion.self)?.request
}

@_cdecl("latchkey_captcha_request_provider")
public func captchaRequestProvider(_ request: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(asked(request)?.provider)
}

@_cdecl("latchkey_captcha_request_action")
public func captchaRequestAction(_ request: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(asked(request)?.action)
}

@_cdecl("latchkey_captcha_request_site_key")
public func captchaRequestSiteKey(_ request: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(asked(request)?.siteKey)
}

@_cdecl("latchkey_captcha_request_data")
public func captchaRequestData(_ request: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(asked(request)?.data)
}

@_cdecl("latchkey_captcha_request_answer")
public func captchaRequestAnswer(_ request: OpaquePointer?, _ token: CText?) -> Bool {
  // Reads no more of a token than shows that it is too long.
  content(request, CaptchaQuestion.self)?.end(.success(string(token, upTo: maximumTokenLength + 1) ?? ""))
    ?? false
}

@_cdecl("latchkey_captcha_request_fail")
public func captchaRequestFail(_ request: OpaquePointer?, _ reason: CText?) -> Bool {
  let reason = string(reason, upTo: maximumReasonLength)?.nonEmpty ?? "The captcha gave no token."
  return content(request, CaptchaQuestion.self)?.end(.failure(AuthError(.captchaCheckFailed, reason)))
    ?? false
}

@_cdecl("latchkey_captcha_request_cancel")
public func captchaRequestCancel(_ request: OpaquePointer?) -> Bool {
  content(request, CaptchaQuestion.self)?.cancel() ?? false
}
