import Identity
import IdentityWire

/// The message to a blocking function about a sign-in.
public struct BlockingFunctionCall: Sendable {
  public var event: BlockingFunctions.Event
  /// Identifies the sign-in, so that a function recognises a repeated call.
  public var eventID: String
  public var functionURI: String
  public var project: Project
  /// The account as it would be stored.
  public var account: Account
  /// `password`, `emailLink`, `phone`, or a provider ID.
  public var method: String
  public var facts: SignInFacts
  /// Set for a sign-in with a provider.
  public var identity: ProviderIdentity?
  public var client: ClientDetails
  public var now: Instant
}

/// The changes that a blocking function asks for.
public struct BlockingFunctionAnswer: Sendable {
  public enum Field: String, Sendable, CaseIterable {
    case displayName
    case photoURL = "photoUrl"
    case disabled, emailVerified, customClaims, sessionClaims
  }

  /// The fields to change. A field without a value is removed. Fields outside of the mask stay unchanged.
  public var mask: Set<Field> = []
  public var displayName: String?
  public var photoURL: String?
  public var disabled: Bool?
  public var emailVerified: Bool?
  /// The text of a JSON object.
  public var customClaims: String?
  /// Claims for this sign-in only, from `beforeSignIn`.
  public var sessionClaims: [String: JSONValue]?

  public init() {}
}

/// Calls the functions of projects.
public protocol BlockingFunctionCaller: Sendable {
  /// - Returns: nil if the function changes nothing.
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`. Nothing was written, and the caller must not write
  ///   anything either.
  func call(_ call: BlockingFunctionCall) async throws(IdentityError) -> BlockingFunctionAnswer?

  /// Asks whether a message may be sent.
  ///
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`. The message must not be sent.
  func call(_ call: MessageFunctionCall) async throws(IdentityError)
}
