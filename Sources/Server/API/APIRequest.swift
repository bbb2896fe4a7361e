import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// One request of the API, read whole and bounded.
struct APIRequest: Sendable {
  /// Bytes of a body. No message of the protocol needs more outside bulk operations.
  static let maximumBodyBytes = 1 << 20

  let head: HTTPRequest
  let query: FormURLEncoded
  let body: [UInt8]
  let parameters: Parameters
  private let maximumBodyBytes: Int
  /// Held as long as the body is.
  private let share: BodyBudget.Share?

  /// - Parameter budget: what a large body counts against.
  /// - Throws: `INVALID_ARGUMENT` for a body that is too large or broken; `TOO_MANY_ATTEMPTS_TRY_LATER` with status 429
  ///   where the bodies of the client's network, or of all, take too much memory already.
  init(
    _ request: Request, _ context: ServerContext, budget: BodyBudget,
    maximumBodyBytes: Int = Self.maximumBodyBytes
  ) async throws(WireError) {
    head = request.head
    query = try FormURLEncoded(parsing: request.uri.query ?? "").whole()
    parameters = context.parameters
    self.maximumBodyBytes = maximumBodyBytes
    do {
      var bytes: [UInt8] = []
      var share: BodyBudget.Share?
      for try await chunk in request.body {
        let count = bytes.count + chunk.readableBytes
        guard count <= maximumBodyBytes else {
          throw WireError.invalidArgument(
            "Request payload size exceeds the limit: \(maximumBodyBytes) bytes.")
        }
        if count > BodyBudget.freeBytes {
          let taken = share ?? BodyBudget.Share(of: budget, for: context.client.address)
          let more = share == nil ? count : chunk.readableBytes
          guard taken.grow(by: more) else { throw WireError.tooManyAttempts(retryAfter: 1) }
          share = taken
        }
        bytes.append(contentsOf: chunk.readableBytesView)
      }
      body = bytes
      self.share = share
    } catch let error as WireError {
      throw error
    } catch RequestGuard.BodyFailure.tookTooLong {
      // The answer has been given; this is what the log says of it.
      throw WireError(httpStatus: 408, code: "The request took too long to arrive.")
    } catch {
      throw .invalidArgument("The request ended before its body did.")
    }
  }

  var apiKey: String? {
    let key = query["key"] ?? head.headerFields[.apiKey]
    return key.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var mediaType: String? {
    guard let text = head.headerFields[.contentType] else { return nil }
    if text == "application/json" { return text }
    return text.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  /// The body as a message.
  func message<Message: RequestMessage>() throws(WireError) -> Message { try Message(from: members()) }

  /// What the body, the path and the query say.
  ///
  /// - Parameters:
  ///   - overriding: parts of the path, which count whatever else says.
  ///   - defaults: the query's, which count where nothing else says.
  func members(
    overriding: [(name: String, value: String)] = [], defaults: [(name: String, value: String)] = []
  ) throws(WireError) -> MessageReader {
    if try isForm() {
      // Of the query's parameters the first of a name counts, of all others the last.
      return MessageReader(form: defaults.reversed() + (try form.whole().pairs) + overriding)
    }
    let text = body.isEmpty ? Array("{}".utf8) : body
    let members = try parsing { (parser) throws(JSONParser.Failure) in
      try MessageReader(text, parser, overriding: overriding, defaults: defaults)
    }
    guard let members else {
      throw .invalidArgument("Invalid JSON payload received. The body must be a JSON object.")
    }
    return members
  }

  func json() throws(WireError) -> JSONValue {
    if body.isEmpty { return .object([:]) }
    if try isForm() { return try formBody() }
    return try parsing { (parser) throws(JSONParser.Failure) in try parser.parse(body) }
  }

  /// - Returns: false for JSON.
  /// - Throws: `INVALID_ARGUMENT` for anything else.
  private func isForm() throws(WireError) -> Bool {
    guard !body.isEmpty else { return false }
    switch mediaType {
    case nil, "application/json", "text/json": return false
    case "application/x-www-form-urlencoded": return true
    case let other?:
      throw .invalidArgument("Invalid content-type: \(other.prefix(utf8Bytes: 80))", reason: "unknown")
    }
  }

  private func parsing<Value>(
    _ body: (JSONParser) throws(JSONParser.Failure) -> Value
  ) throws(WireError) -> Value {
    var parser = JSONParser(maximumBytes: maximumBodyBytes)
    parser.takesPasswords = true
    do {
      return try body(parser)
    } catch {
      throw .invalidArgument("Invalid JSON payload received. \(error.description)", reason: "parseError")
    }
  }

  /// The names of a form's parameters, each as often as it is there; none when the body is no form.
  var formNames: [String] {
    mediaType == "application/x-www-form-urlencoded" ? form.pairs.map(\.name) : []
  }

  private var form: FormURLEncoded { FormURLEncoded(parsing: body) }

  private func formBody() throws(WireError) -> JSONValue {
    let pairs = try form.whole().pairs
    return .object(Dictionary(pairs.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { $1 }))
  }
}

extension HTTPField.Name {
  static let apiKey = HTTPField.Name("x-goog-api-key")!
  static let firebaseLocale = HTTPField.Name("x-firebase-locale")!
  static let clientVersion = HTTPField.Name("x-client-version")!
  static let iosBundleIdentifier = HTTPField.Name("x-ios-bundle-identifier")!
  static let forwardedFor = HTTPField.Name("x-forwarded-for")!
}

extension RequestMessage {
  /// - Throws: `INVALID_ARGUMENT` naming the member.
  init(from members: MessageReader) throws(WireError) {
    do throws(MessageFault) {
      try self.init(reading: members)
    } catch {
      throw error.wireError
    }
  }
}
