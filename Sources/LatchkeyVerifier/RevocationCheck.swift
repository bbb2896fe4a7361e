import Foundation
import IdentityWire

/// Asks the server's `accounts:lookup` whether a token is still valid.
///
/// The request contains the token itself, not the user's id. If a token was issued in the same second as a
/// revocation, only the server knows which came first.
struct RevocationCheck: Sendable {
  /// The maximum size of an answer, in bytes.
  static let maximumAnswer = 262_144

  let server: URL
  let project: String
  let credential: LookupCredential
  let transport: any VerifierTransport

  /// - Throws: ``IDTokenError/userNotFound``, ``IDTokenError/userDisabled``, ``IDTokenError/revoked``,
  ///   ``IDTokenError/refusedByServer``, ``IDTokenError/lookupFailed(_:)``.
  func callAsFunction(_ token: String, of user: VerifiedUser) async throws(IDTokenError) {
    let response: VerifierResponse
    do throws(ServerFailure) {
      response = try await transport.send(try await request(token, user))
    } catch {
      throw .lookupFailed(error)
    }
    let answer = try? JSONParser(maximumBytes: Self.maximumAnswer).parse(response.body)
    guard response.status == 200 else {
      throw Self.error(status: response.status, message: answer?["error"]?["message"]?.stringValue)
    }
    try Self.check(answer, user)
  }

  private func request(
    _ token: String, _ user: VerifiedUser
  ) async throws(ServerFailure) -> VerifierRequest {
    var headers = ["Content-Type": "application/json"]
    var message: [String: JSONValue] = ["idToken": .string(token)]
    if let tenant = user.tenant { message["tenantId"] = .string(tenant) }
    var url = server.appending(path: "identitytoolkit.googleapis.com/v1")
    switch credential.kind {
    case .apiKey(let key): headers["X-Goog-Api-Key"] = key
    case .administrator(let bearer):
      do {
        headers["Authorization"] = "Bearer \(try await bearer())"
      } catch {
        throw .noAdministratorToken
      }
      url.append(path: "projects/\(project)")
    }
    url.append(path: "accounts:lookup")
    return VerifierRequest(
      method: .post, url: url, headers: headers, body: Data(JSONWriter.text(.object(message)).utf8),
      maximumAnswer: Self.maximumAnswer)
  }

  private static func error(status: Int, message: String?) -> IDTokenError {
    guard status == 400 else { return .lookupFailed(.status(status)) }
    // In some messages, a text follows the code: "CODE : text".
    return switch message?.split(separator: " ").first {
    case "TOKEN_EXPIRED": .revoked
    case "USER_NOT_FOUND": .userNotFound
    case "USER_DISABLED": .userDisabled
    case "INVALID_ID_TOKEN": .refusedByServer
    case "TENANT_ID_MISMATCH": .wrongTenant
    default: .lookupFailed(.status(status))
    }
  }

  /// Checks the looked-up account, for servers that return it without checking the token.
  private static func check(_ answer: JSONValue?, _ user: VerifiedUser) throws(IDTokenError) {
    guard let answer, answer.objectValue != nil else { throw .lookupFailed(.malformed) }
    guard let users = answer["users"] else { throw .userNotFound }
    guard let users = users.arrayValue, users.count == 1, users[0]["localId"]?.stringValue == user.uid else {
      throw .lookupFailed(.malformed)
    }
    switch users[0]["disabled"] {
    case nil, .null, false: break
    case true: throw .userDisabled
    default: throw .lookupFailed(.malformed)
    }
    guard let validSince = users[0]["validSince"], !validSince.isNull else { return }
    guard let seconds = validSince.integerValue ?? validSince.stringValue.flatMap(Int64.init) else {
      throw .lookupFailed(.malformed)
    }
    guard user.issuedAt.timeIntervalSince1970 >= Double(seconds) else { throw .revoked }
  }
}
