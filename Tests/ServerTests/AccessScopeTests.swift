import HTTPTypes
import Identity
import TestSupport
import Testing

@testable import Server

@Suite("The scopes of operations", .fewAtOnce)
struct AccessScopeTests {
  @Test("are those of the Discovery documents")
  func operations() {
    let firebase: [(HTTPRequest.Method, String)] = [
      (.post, "/v1/projects/{project}:queryAccounts"), (.post, "/v1/projects/{project}:test"),
      (.post, "/v1/projects/{project}/accounts:batchCreate"),
      (.post, "/v1/projects/{project}/accounts:batchDelete"),
      (.get, "/v1/projects/{project}/accounts:batchGet"), (.post, "/v1/projects/{project}/accounts:query"),
      (.get, "/v1/projects/{project}/tenants/{tenant}/accounts:batchGet"),
      (.get, "/v2/defaultSupportedIdps"), (.patch, "/v2/projects/{project}/config"),
      (.post, "/v2/projects/{project}/tenants"), (.get, "/v2/projects/{project}/tenants/{tenant}"),
      (.delete, "/v2/projects/{project}/oauthIdpConfigs/{id}"),
      (.post, "/v2/projects/{project}/tenants/{tenant}/inboundSamlConfigs"),
    ]
    let others: [(HTTPRequest.Method, String)] = [
      (.post, "/v1/accounts:lookup"), (.post, "/v1/projects/{project}/accounts"),
      (.post, "/v1/projects/{project}/accounts:update"),
      (.post, "/v1/projects/{project}/accounts:batchAction"),
      (.post, "/v1/projects/{project}/tenants/{tenant}/accounts"),
      (.post, "/v1/projects/{project}:createSessionCookie"), (.get, "/v2/projects/{project}/config"),
      (.post, "/v2/accounts:revokeToken"), (.post, "/v2/accounts/mfaEnrollment:start"),
      (.post, "/v2/projects/{project}/identityPlatform:initializeAuth"), (.get, "/v2/passwordPolicy"),
      (.post, "/v2/projects/{project}/webhooks"), (.patch, "/v2/projects/{project}/webhooks/{webhook}"),
      (.patch, "/v2/projects/{project}/smsGatewayConfig"), (.patch, "/v2/projects/{project}/captchaConfig"),
    ]
    for host in ["", "/identitytoolkit.googleapis.com"] {
      for (method, path) in firebase {
        #expect(AccessScope.accepted(at: host + path, method: method) == Set(AccessScope.allCases), "\(path)")
      }
      for (method, path) in others {
        #expect(
          AccessScope.accepted(at: host + path, method: method) == [.cloudPlatform, .identityToolkit],
          "\(path)")
      }
    }
  }

  @Test("are known by their whole and their short names, and by no other")
  func names() {
    for scope in AccessScope.allCases {
      #expect(AccessScope(named: scope.shortName) == scope && AccessScope(named: scope.rawValue) == scope)
    }
    for wrong in ["", "Firebase", "firebase.readonly", "https://www.googleapis.com/auth/"] {
      #expect(AccessScope(named: wrong) == nil)
    }
    #expect(AccessScope.parse(AccessScope.text([.firebase, .cloudPlatform])) == [.firebase, .cloudPlatform])
    #expect(AccessScope.parse("firebase cloud-platform").isEmpty)
  }
}
