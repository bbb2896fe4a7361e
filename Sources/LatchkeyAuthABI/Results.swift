import CLatchkeyAuth
import Foundation
import IdentityWire
import LatchkeyAuth

/// The result of an operation. Each operation sets a few of these members.
struct OperationResult: Sendable {
  var user: User?
  var credential: AuthCredential?
  var info: AdditionalUserInfo?
  var texts: [String] = []
  var session: MultiFactorSession?
  var totpSecret: TOTPSecret?
  var claims: JSONValue?
}

extension OperationResult {
  init(_ result: AuthDataResult) {
    self.init(user: result.user, credential: result.credential, info: result.additionalUserInfo)
  }
}

private func given(_ result: OpaquePointer?) -> OperationResult? { content(result, OperationResult.self) }

@_cdecl("latchkey_result_user")
public func resultUser(_ result: OpaquePointer?) -> OpaquePointer? { handle(given(result)?.user) }

@_cdecl("latchkey_result_credential")
public func resultCredential(_ result: OpaquePointer?) -> OpaquePointer? { handle(given(result)?.credential) }

@_cdecl("latchkey_result_has_additional_info")
public func resultHasAdditionalInfo(_ result: OpaquePointer?) -> Bool { given(result)?.info != nil }

@_cdecl("latchkey_result_provider_id")
public func resultProviderID(_ result: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(result)?.info?.providerID)
}

@_cdecl("latchkey_result_username")
public func resultUsername(_ result: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(result)?.info?.username)
}

@_cdecl("latchkey_result_is_new_user")
public func resultIsNewUser(_ result: OpaquePointer?) -> Bool { given(result)?.info?.isNewUser ?? false }

@_cdecl("latchkey_result_profile")
public func resultProfile(_ result: OpaquePointer?) -> OpaquePointer? {
  let profile = given(result)?.info?.profileText.flatMap { try? JSONParser(costlyText: .dropped).parse($0) }
  return handle(profile.map(PlacedValue.init))
}

@_cdecl("latchkey_result_text_count")
public func resultTextCount(_ result: OpaquePointer?) -> Int { given(result)?.texts.count ?? 0 }

@_cdecl("latchkey_result_text")
public func resultText(_ result: OpaquePointer?, _ index: Int) -> UnsafeMutablePointer<CChar>? {
  guard let texts = given(result)?.texts, texts.indices.contains(index) else { return nil }
  return text(texts[index])
}

@_cdecl("latchkey_result_session")
public func resultSession(_ result: OpaquePointer?) -> OpaquePointer? { handle(given(result)?.session) }

@_cdecl("latchkey_result_totp_secret")
public func resultTOTPSecret(_ result: OpaquePointer?) -> OpaquePointer? { handle(given(result)?.totpSecret) }

@_cdecl("latchkey_result_claims")
public func resultClaims(_ result: OpaquePointer?) -> OpaquePointer? {
  handle(given(result)?.claims.map(PlacedValue.init))
}
