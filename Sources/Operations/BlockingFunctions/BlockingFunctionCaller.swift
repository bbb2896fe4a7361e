import Identity
import IdentityWire

/// What a blocking function is told of a sign-in.
public struct BlockingFunctionCall: Sendable {
  public var event: BlockingFunctions.Event
  /// By which a function knows that it was told of the same sign-in before.
  public var eventID: String
  public var functionURI: String
  public var project: Project
  /// As it would be stored.
  public var account: Account
  /// `password`, `emailLink`, `phone`, a provider id.
  public var method: String
  public var facts: SignInFacts
  /// Present for a sign-in with a provider.
  public var identity: ProviderIdentity?
  public var client: ClientDetails
  public var now: Instant
}

/// What a blocking function wants changed.
public struct BlockingFunctionAnswer: Sendable {
  public enum Field: String, Sendable, CaseIterable {
    case displayName
    case photoURL = "photoUrl"
    case disabled, emailVerified, customClaims, sessionClaims
  }

  /// The members that count. One of them that has no value is taken away; what is not among them stays.
  public var mask: Set<Field> = []
  public var displayName: String?
  public var photoURL: String?
  public var disabled: Bool?
  public var emailVerified: Bool?
  /// A JSON object's text.
  public var customClaims: String?
  /// Of the one sign-in, before it.
  public var sessionClaims: [String: JSONValue]?

  public init() {}
}

/// Reaches the functions of projects.
public protocol BlockingFunctionCaller: Sendable {
  /// - Returns: nil when the function has nothing to change.
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`; nothing was written then, and nothing may be.
  func call(_ call: BlockingFunctionCall) async throws(IdentityError) -> BlockingFunctionAnswer?

  /// Asks about a message that is to be sent.
  ///
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`; the message may not be sent then.
  func call(_ call: MessageFunctionCall) async throws(IdentityError)
}
