import IdentityWire

/// A JWT with any claims that nobody signed, as Firebase's emulator writes its own.
public func unsignedToken(
  _ claims: [String: JSONValue], header: [String: JSONValue] = ["alg": "none", "typ": "JWT"],
  signature: String = ""
) -> String {
  [header, claims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) + "." }.joined() + signature
}
