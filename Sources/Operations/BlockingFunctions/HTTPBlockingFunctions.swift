import Identity
import IdentityProviders
import IdentityWire
import Tokens

/// Calls blocking functions over HTTP like Cloud Functions: sends a signed message and receives a user
/// record. Makes one attempt without redirects, with limits of time and size.
public struct HTTPBlockingFunctions: BlockingFunctionCaller {
  private let http: OutgoingHTTP
  private let issuer: FunctionMessageIssuer
  private let addresses: BlockingFunctionAddresses

  /// - Parameter http: limits the time and size of a function's answer.
  public init(
    http: OutgoingHTTP, issuer: FunctionMessageIssuer, addresses: BlockingFunctionAddresses
  ) {
    self.http = http
    self.issuer = issuer
    self.addresses = addresses
  }

  public func call(_ call: BlockingFunctionCall) async throws(IdentityError) -> BlockingFunctionAnswer? {
    let message = try await issuer.issue(
      call.claims, to: call.functionURI, project: call.project, now: call.now)
    return try BlockingFunctionAnswer(await send(message, to: call.functionURI, about: call.event))
  }

  public func call(_ call: MessageFunctionCall) async throws(IdentityError) {
    let message = try await issuer.issue(
      call.claims, to: call.functionURI, project: call.project, now: call.now)
    try MessageFunctionCall.checkAnswer(
      await send(message, to: call.functionURI, about: call.message.event))
  }

  /// - Returns: the body of a 200 response.
  private func send(_ message: String, to uri: String, about event: BlockingFunctions.Event)
    async throws(IdentityError) -> [UInt8]
  {
    var request = OutgoingHTTP.Request(
      .post, uri, allowPrivateAddresses: addresses.allowsPrivateAddresses(of: uri))
    request.headers = [("Content-Type", "application/json")]
    request.body = Array(JSONWriter.text(["data": ["jwt": .string(message)]]).utf8)
    let response: OutgoingHTTP.Response
    do {
      response = try await http.send(request)
    } catch {
      throw .blockingFunction(
        error == .timedOut ? "Cloud function deadline exceeded." : "The function could not be reached."
      ).because("the function of \(event.rawValue): \(error)")
    }
    guard response.status == 200 else {
      throw .blockingFunction(Self.refusal(of: response))
        .because("the function of \(event.rawValue) answered \(response.status)")
    }
    return response.body
  }

  /// The maximum number of bytes of a function's own message that are passed on.
  private static let maximumMessageLength = 1_000

  /// Returns the function's message to the user, in the format that clients parse. Only the function's own
  /// error object is passed on, not for instance a proxy's error page.
  private static func refusal(of response: OutgoingHTTP.Response) -> String {
    let said = "HTTP Cloud Function returned an error"
    guard let error = try? JSONParser(maximumBytes: 65_536, maximumDepth: 8).parse(response.body)["error"],
      let message = error["message"]?.stringValue
    else { return "\(said)." }
    var passedOn: [String: JSONValue] = [
      "code": error["code"]?.integerValue.map { .integer($0) } ?? .integer(Int64(response.status)),
      "message": .string(message.prefix(utf8Bytes: maximumMessageLength)),
    ]
    if let status = error["status"]?.stringValue {
      passedOn["status"] = .string(status.prefix(utf8Bytes: 100))
    }
    return "\(said): \(JSONWriter.text(["error": .object(passedOn)]))"
  }
}

extension IdentityError {
  static func blockingFunction(_ why: String) -> IdentityError {
    .refused(.blockingFunctionErrorResponse, why)
  }
}
