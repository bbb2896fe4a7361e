import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// A request of the API with its complete body, whose size is limited.
struct APIRequest: Sendable {
  /// The maximum size of a body in bytes. Only bulk operations need larger messages.
  static let maximumBodyBytes = 1 << 20

  let head: HTTPRequest
  let query: FormURLEncoded
  let body: [UInt8]
  let parameters: Parameters
  private let maximumBodyBytes: Int
  /// The body's share of the budget. It is released together with the body.
  private let share: BodyBudget.Share?

  /// - Parameter budget: the memory that all large bodies together may use.
  /// - Throws: `INVALID_ARGUMENT` if the body is too large or broken; `TOO_MANY_ATTEMPTS_TRY_LATER` with status 429 if
  ///   the bodies of the client's network, or of all clients, already use too much memory.
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
      // The response was already sent. This error is only for the log.
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

  /// Reads the body as a message.
  func message<Message: RequestMessage>() throws(WireError) -> Message { try Message(from: members()) }

  /// The members of the body, the path and the query.
  ///
  /// - Parameters:
  ///   - overriding: parts of the path. They replace all other values.
  ///   - defaults: the parameters of the query. They are used for missing values.
  func members(
    overriding: [(name: String, value: String)] = [], defaults: [(name: String, value: String)] = []
  ) throws(WireError) -> MessageReader {
    if try isForm() {
      // If a name is repeated, the first value is used in the query, and the last value everywhere else.
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
  /// - Throws: `INVALID_ARGUMENT` for any other type.
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

  /// The names of a form's parameters, including repeated names. Empty if the body is not a form.
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
  /// - Throws: `INVALID_ARGUMENT`, with the name of the member.
  init(from members: MessageReader) throws(WireError) {
    do throws(MessageFault) {
      try self.init(reading: members)
    } catch {
      throw error.wireError
    }
  }
}
