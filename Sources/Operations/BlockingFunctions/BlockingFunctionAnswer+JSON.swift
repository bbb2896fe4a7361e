import Identity
import IdentityWire

extension BlockingFunctionAnswer {
  /// Parses a function's answer: `{"userRecord":{"updateMask":"displayName,…",…}}`. Nil for an object without
  /// a user record, which changes nothing.
  ///
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`.
  init?(_ body: [UInt8]) throws(IdentityError) {
    let json = try Self.object(body)
    guard let record = json["userRecord"], !record.isNull else { return nil }
    guard record.objectValue != nil else { throw Self.malformed("userRecord") }
    guard let names = record["updateMask"]?.stringValue, !names.isEmpty else {
      throw .blockingFunction("The user record of the function's answer is missing its updateMask.")
    }
    self.init()
    // Unknown fields belong to other versions of the service and are ignored.
    mask = Set(names.split(separator: ",").compactMap { Field(rawValue: $0.filter { $0 != " " }) })
    displayName = try Self.text(record, .displayName)
    photoURL = try Self.text(record, .photoURL)
    disabled = try Self.flag(record, .disabled)
    emailVerified = try Self.flag(record, .emailVerified)
    customClaims = try Self.object(record, .customClaims).map { JSONWriter.text(.object($0)) }
    sessionClaims = try Self.object(record, .sessionClaims)
  }

  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`.
  static func object(_ body: [UInt8]) throws(IdentityError) -> JSONValue {
    guard let json = try? JSONParser(maximumBytes: 65_536, maximumDepth: 32).parse(body),
      json.objectValue != nil
    else { throw .blockingFunction("The function's answer is not a JSON object.") }
    return json
  }

  private static func value(_ record: JSONValue, _ field: Field) -> JSONValue? {
    record[field.rawValue]?.unlessNull
  }

  private static func text(_ record: JSONValue, _ field: Field) throws(IdentityError) -> String? {
    guard let value = value(record, field) else { return nil }
    guard let text = value.stringValue else { throw malformed(field.rawValue) }
    return text
  }

  private static func flag(_ record: JSONValue, _ field: Field) throws(IdentityError) -> Bool? {
    guard let value = value(record, field) else { return nil }
    guard let flag = value.boolValue else { throw malformed(field.rawValue) }
    return flag
  }

  private static func object(_ record: JSONValue, _ field: Field) throws(IdentityError) -> [String:
    JSONValue]?
  {
    guard let value = value(record, field) else { return nil }
    guard let object = value.objectValue else { throw malformed(field.rawValue) }
    return object
  }

  private static func malformed(_ name: String) -> IdentityError {
    .blockingFunction("\(name) of the function's answer is of the wrong type.")
  }
}
