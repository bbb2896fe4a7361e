import Foundation
import Identity
import IdentityWire

/// A diagnosis as text.
public struct DiagnosisReport: Sendable, Equatable, Codable {
  /// The check that failed: `audience`, `nonce`, …
  public var check: String
  /// One sentence.
  public var sentence: String
  public var expected: String?
  public var seen: String?
  /// The remedy, if one is known.
  public var advice: String?

  init(
    _ check: String, _ sentence: String, expected: String? = nil, seen: String? = nil, advice: String? = nil
  ) {
    self.check = check
    self.sentence = sentence
    self.expected = expected.map { displayable($0, limit: 512) }
    self.seen = seen.map { displayable($0, limit: 512) }
    self.advice = advice
  }
}

extension Diagnosis {
  public var report: DiagnosisReport {
    credentialReport ?? tokenReport ?? signatureReport ?? answerReport ?? samlReport ?? flowReport
  }

  // MARK: The request's credential

  private var credentialReport: DiagnosisReport? {
    switch self {
    case .credentialMissing:
      DiagnosisReport("credential", "The request holds neither an ID token nor an access token.")
    case .credentialKind(let takes):
      DiagnosisReport("credential", "The provider takes \(takes), and the request holds something else.")
    case .providerUnknown(let id):
      DiagnosisReport(
        "provider", "The project has no settings for the provider.", seen: id,
        advice: "Set it up with \"latchkey provider set\".")
    case .providerDisabled(let id):
      DiagnosisReport("provider", "The provider is switched off.", seen: id)
    case .configuration(let needs):
      DiagnosisReport(
        "configuration", "The provider's settings are incomplete: \(displayable(needs)) is missing.",
        advice: "\"latchkey provider list\" says what each provider lacks.")
    default: nil
    }
  }

  // MARK: An ID token's claims

  private var tokenReport: DiagnosisReport? {
    switch self {
    case .tokenTooLarge: DiagnosisReport("token", "The ID token is too large.")
    case .tokenUnreadable: DiagnosisReport("token", "The ID token is not a JWT: it cannot be decoded.")
    case .tokenHeader(let parameter):
      DiagnosisReport(
        "header", "The token's header holds \"\(displayable(parameter))\", which is not accepted.")
    case .tokenType(let seen):
      DiagnosisReport(
        "header", "The token is not an ID token: its header has another type (typ).", expected: "JWT",
        seen: seen)
    case .keyIDMissing:
      DiagnosisReport(
        "header", "The token's header names no key (kid), and its issuer does not publish exactly one.")
    case .issuer(let seen, let expected): Self.issuerReport(seen, expected)
    case .tenant(let seen, let expected):
      DiagnosisReport(
        "issuer", "The account is in a tenant (tid) that may not sign in.", expected: expected,
        seen: seen ?? "none")
    case .notIDToken(let claim):
      DiagnosisReport(
        "token", "The token is an access token: ID tokens have no claim \(displayable(claim)).",
        advice: "Have the app send the ID token.")
    case .audience(let seen, let expected, let context): Self.audienceReport(seen, expected, context)
    case .authorizedParty(let seen, let expected):
      DiagnosisReport(
        "audience", "The token is for several apps, and was issued to one that is not configured (azp).",
        expected: expected.joined(separator: " or "), seen: seen ?? "none")
    case .datesMissing(let expiry, let issuedAt):
      DiagnosisReport(
        "dates",
        "The token has no \([expiry ? "exp" : nil, issuedAt ? "iat" : nil].compactMap(\.self).joined(separator: " and no ")) claim."
      )
    case .expired(let moment, let now):
      DiagnosisReport(
        "expiry", "The token expired \(Self.span(from: moment, to: now)) ago by this server's clock.",
        expected: "later than \(Self.text(now))", seen: Self.text(moment), advice: Self.clockAdvice)
    case .issuedInFuture(let moment, let now):
      DiagnosisReport(
        "issued-at",
        "The token was issued \(Self.span(from: now, to: moment)) in the future by this server's clock.",
        expected: "not after \(Self.text(now))", seen: Self.text(moment), advice: Self.clockAdvice)
    case .expiresBeforeIssued: DiagnosisReport("dates", "The token expires before it was issued.")
    case .notYetValid(let moment, let now):
      DiagnosisReport(
        "not-before", "The token is not valid yet by this server's clock.",
        expected: "not after \(Self.text(now))",
        seen: moment.map(Self.text) ?? "no date", advice: Self.clockAdvice)
    case .subject(let isEmpty):
      DiagnosisReport("subject", "The token's subject (sub) is \(isEmpty ? "empty or unusable" : "missing").")
    default: nil
    }
  }

  private static let clockAdvice = "If that is not so, set the clock of this server."

  private static func issuerReport(_ seen: String?, _ expected: [String]) -> DiagnosisReport {
    let seen = seen ?? ""
    func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
    var sentence = "The issuer (iss) is not the provider's."
    var advice: String?
    if seen.isEmpty {
      sentence = "The token names no issuer (iss)."
    } else if expected.contains(where: { bare($0) == bare(seen) }) {
      sentence = "The issuer differs by a trailing slash."
      advice = "Write the issuer in the provider's settings exactly as it stands in the token."
    } else if expected.contains(where: { $0.lowercased() == seen.lowercased() }) {
      sentence = "The issuer differs by upper and lower case."
      advice = "Write the issuer in the provider's settings exactly as it stands in the token."
    }
    return DiagnosisReport(
      "issuer", sentence, expected: expected.joined(separator: " or "), seen: seen.isEmpty ? "none" : seen,
      advice: advice)
  }

  private static func audienceReport(_ seen: [String], _ expected: [String], _ context: AudienceContext)
    -> DiagnosisReport
  {
    var sentence = "The token is for another app: its audience (aud) is none of those that are configured."
    var advice: String?
    if seen.isEmpty {
      sentence = "The token does not say which app it is for: it has no audience (aud)."
    } else if expected.isEmpty {
      sentence = "No audience is configured for the provider, so no token is accepted."
    } else {
      switch context {
      case .general: break
      case .appleBundleIDsOnly:
        sentence =
          "The audience is none of the bundle ids, and only bundle ids are configured. A sign-in on the web has the "
          + "Services ID as its audience."
        advice = "Set the Services ID with \"latchkey provider set PROJECT apple.com --client-id\"."
      case .appleServicesIDOnly:
        sentence =
          "The audience is not the Services ID, and only the Services ID is configured. A sign-in in an app has the "
          + "app's bundle id as its audience."
        advice = "Add the bundle id with \"latchkey provider set PROJECT apple.com --audience\"."
      }
    }
    return DiagnosisReport(
      "audience", sentence, expected: expected.isEmpty ? "none" : expected.joined(separator: " or "),
      seen: seen.isEmpty ? "none" : seen.joined(separator: ", "), advice: advice)
  }

  // MARK: An ID token's key, signature and nonce

  private var signatureReport: DiagnosisReport? {
    switch self {
    case .discoveryUnavailable(let address, let reason):
      DiagnosisReport(
        "discovery", "The discovery document cannot be fetched: \(displayable(reason)).", seen: address)
    case .keysUnavailable(let address, let reason):
      DiagnosisReport(
        "keys", "The provider's keys cannot be fetched: \(displayable(reason)).", seen: address)
    case .keyUnknown(let keyID, let published, let seconds):
      DiagnosisReport(
        "key",
        "The token is signed by a key that its issuer does not publish: the key id is unknown, and the keys were "
          + "fetched \(Self.span(seconds)) ago.",
        expected: published.isEmpty ? "no usable key" : published.joined(separator: " or "), seen: keyID)
    case .keyIssuer(let seen, let expected):
      DiagnosisReport(
        "key", "The token is signed by a key that is published for another issuer.", expected: expected,
        seen: seen)
    case .algorithm(let seen, let expected):
      DiagnosisReport(
        "algorithm", "The algorithm in the token's header is not that of the key.", expected: expected,
        seen: seen ?? "none")
    case .signature(let keyID, let algorithm):
      DiagnosisReport(
        "signature",
        "The signature does not fit: the token was changed, or its header names the wrong key.",
        expected: "\(algorithm) by the key \(keyID)")
    case .nonce(let fault): Self.nonceReport(fault)
    case .alreadyRedeemed:
      DiagnosisReport(
        "replay", "The credential was used before. It is good for one sign-in.",
        advice: "Have the app get a new token for every sign-in.")
    default: nil
    }
  }

  private static func nonceReport(_ fault: NonceFault) -> DiagnosisReport {
    switch fault {
    case .missingInRequest(let isInToken):
      DiagnosisReport(
        "nonce",
        isInToken
          ? "The token has a nonce, and the request has no raw nonce to compare it with."
          : "The request has no raw nonce, and the provider's tokens need one.",
        advice: "Have the app send the raw nonce whose SHA-256 it gave the provider.")
    case .missingInToken:
      DiagnosisReport(
        "nonce", "The request has a raw nonce, and the token has no nonce claim.",
        advice: "Have the app give the provider the SHA-256 of the raw nonce.")
    case .notHashed:
      DiagnosisReport(
        "nonce", "The nonce claim is the raw nonce itself, and not its SHA-256.",
        advice: "Have the app give the provider the SHA-256 of the raw nonce, in hexadecimal.")
    case .hashedTwice:
      DiagnosisReport(
        "nonce", "The nonce claim is the SHA-256 of the SHA-256 of the raw nonce: it was hashed twice.")
    case .base64:
      DiagnosisReport(
        "nonce", "The nonce claim is the SHA-256 of the raw nonce, but not in lower-case hexadecimal.")
    case .otherHash(let seen, let expected):
      DiagnosisReport(
        "nonce", "The nonce claim is the SHA-256 of another raw nonce.", expected: "\(expected)…",
        seen: "\(seen)…",
        advice: "Have the app send the raw nonce of the request that the token answers.")
    case .other(let length):
      DiagnosisReport(
        "nonce", "The nonce claim is no SHA-256 in hexadecimal, which has 64 digits.",
        seen: "\(length) characters")
    case .otherFlow:
      DiagnosisReport("nonce", "The nonce claim is not the one that this sign-in was begun with.")
    }
  }

  // MARK: The provider's answers

  private var answerReport: DiagnosisReport? {
    switch self {
    case .accessTokenMalformed: DiagnosisReport("access-token", "The access token is malformed.")
    case .accessTokenIsIDToken:
      DiagnosisReport(
        "access-token", "An ID token was sent instead of an access token.",
        advice: "Send it as id_token, with the raw nonce.")
    case .accessTokenOfAnotherApp(let seen, let expected):
      DiagnosisReport(
        "access-token", "The access token was made for another app.", expected: expected,
        seen: seen ?? "not told by the provider")
    case .accessTokenExpired: DiagnosisReport("access-token", "The access token has expired.")
    case .accessTokenRefused(let answer):
      DiagnosisReport(
        "access-token",
        "The provider does not know the access token: it has expired, was revoked, or was made for another app.",
        seen: answer)
    case .temporaryCredentialsRefused(let answer):
      DiagnosisReport(
        "client",
        "The provider does not let the sign-in begin: the API key and its secret do not belong together, the redirect "
          + "URI is not among the app's callback URLs, or the clocks differ.", seen: answer)
    case .accessTokenType(let seen):
      DiagnosisReport(
        "access-token", "The provider's access token is of a type that is not supported (token_type).",
        expected: "Bearer", seen: seen)
    case .codeMalformed: DiagnosisReport("code", "The authorization code is malformed.")
    case .codeRefused(let answer):
      DiagnosisReport(
        "code",
        "The provider's token endpoint refused the authorization code: it was used before, has expired, or was made "
          + "for another client or redirect URI; or the client secret is wrong.", seen: answer)
    case .tokenMissing(let kind):
      DiagnosisReport("answer", "The answer of the provider's token endpoint contains no \(kind).")
    case .unreachable(let address, let reason):
      DiagnosisReport("provider", "The provider did not answer: \(displayable(reason)).", seen: address)
    case .status(let address, let status):
      DiagnosisReport(
        "provider", "The provider answered with HTTP \(status).", expected: "HTTP 200", seen: address)
    case .notJSON(let address, let status):
      DiagnosisReport(
        "provider", "The provider answered with HTTP \(status), and the answer is not JSON.", seen: address)
    case .profile(let what): DiagnosisReport("profile", displayable(what, limit: 512))
    default: nil
    }
  }

  // MARK: The browser flow and the decision

  private var flowReport: DiagnosisReport {
    switch self {
    case .stateUnknown:
      DiagnosisReport(
        "state",
        "The state that came back is of no sign-in that was begun here, or of one that was finished or took "
          + "too long.")
    case .otherTemporaryCredentials(let isMissing):
      DiagnosisReport(
        "state",
        isMissing
          ? "The browser came back without the temporary credentials of this sign-in (oauth_token)."
          : "The browser came back with the temporary credentials of another sign-in (oauth_token).")
    case .sessionID(let isMissing):
      DiagnosisReport(
        "session",
        isMissing
          ? "The request holds no session id. It has to prove that the browser that began the sign-in also finishes it."
          : "The session id is not the one of this sign-in: somebody else began it.")
    case .answeredBy(let issuer):
      DiagnosisReport(
        "issuer", "The browser came back with the answer of another provider (iss).",
        seen: issuer)
    case .answeredAt(let address, let expected):
      DiagnosisReport(
        "redirect-uri",
        "The provider's answer arrived at another address than the redirect URI of this sign-in.",
        expected: expected, seen: address)
    case .denied: DiagnosisReport("consent", "The user refused, or left the provider's page.")
    case .providerError(let code):
      DiagnosisReport("consent", "The provider sent the browser back with an error.", seen: code)
    case .answerEmpty:
      DiagnosisReport("answer", "The browser came back with neither a code nor a token.")
    case .pendingTokenUnknown:
      DiagnosisReport("pending-token", "The pending token is unknown, has expired or was used.")
    case .passkey(let check, let sentence, let expected, let seen):
      DiagnosisReport("passkey-\(check)", displayable(sentence, limit: 512), expected: expected, seen: seen)
    case .refused(let code, let reason):
      DiagnosisReport(
        "decision", "The sign-in was refused as \(displayable(code)): \(displayable(reason, limit: 512))")
    default: DiagnosisReport("unknown", "The check has no description.")
    }
  }

  // MARK: Formatting

  private static func text(_ moment: Instant) -> String {
    Instant.writable.contains(moment) ? moment.date.formatted(.iso8601) : "a time out of range"
  }

  private static func span(from one: Instant, to other: Instant) -> String {
    span(max(0, other.seconds - one.seconds))
  }

  /// `20 s`, `3 minutes`, `2 hours`, `5 days`.
  static func span(_ seconds: Int64) -> String {
    func count(_ number: Int64, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: count((seconds + 30) / 60, "minute")
    case ..<172_800: count((seconds + 1_800) / 3_600, "hour")
    default: count((seconds + 43_200) / 86_400, "day")
    }
  }
}
