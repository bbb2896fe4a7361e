import Identity
import IdentityWire

/// A document with which other services verify our tokens, and the time for which they may cache it.
public struct PublicKeyDocument: Sendable {
  /// The minimum cache time in seconds, so that verifiers do not fetch the document too often.
  public static let minimumAge: Int64 = 300
  /// The maximum cache time in seconds. No cache keeps a withdrawn key for longer.
  public static let maximumAge: Int64 = 21_600

  /// The document: JSON in UTF-8.
  public let body: [UInt8]
  /// Seconds, for `Cache-Control: max-age`.
  public let maxAge: Int64

  private init(maxAge: Int64, _ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(reserving: 4096)
    write(&writer)
    body = writer.bytes
    self.maxAge = maxAge
  }

  /// Key ids and certificates, `{"<kid>": "<PEM>"}`: Google's
  /// `/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com`, which the Admin SDKs read. It has
  /// only RS256 keys, because some SDKs refuse the whole document if it contains one key of another kind.
  public static func certificates(of ring: KeyRing, now: Instant) -> PublicKeyDocument {
    let entries = ring.published(now: now)
    return PublicKeyDocument(maxAge: maxAge(of: entries, ring: ring, now: now)) { writer in
      writer.beginObject()
      for entry in entries where entry.key.algorithm == .rs256 {
        writer.member(entry.key.keyID, entry.key.certificatePEM)
      }
      writer.endObject()
    }
  }

  /// The key ids and certificates of a service account's keys.
  public static func certificates(of account: ServiceAccount) -> PublicKeyDocument {
    PublicKeyDocument(maxAge: minimumAge) { writer in
      writer.beginObject()
      for key in account.keys { writer.member(key.id, key.certificate) }
      writer.endObject()
    }
  }

  /// A JSON Web Key Set (RFC 7517 section 5).
  public static func keySet(of ring: KeyRing, now: Instant) -> PublicKeyDocument {
    let entries = ring.published(now: now)
    return PublicKeyDocument(maxAge: maxAge(of: entries, ring: ring, now: now)) { writer in
      writer.beginObject()
      writer.key("keys")
      writer.beginArray()
      for entry in entries {
        writer.beginObject()
        let members = entry.key.publicMembers
        for member in members.prefix(1) { writer.member(member.name, member.value) }
        writer.member("alg", entry.key.algorithm.rawValue)
        writer.member("use", "sig")
        writer.member("kid", entry.key.keyID)
        for member in members.dropFirst() { writer.member(member.name, member.value) }
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
  }

  /// An issuer's configuration (OpenID Connect Discovery 1.0 section 3), with the members that Google
  /// publishes for `securetoken.google.com`.
  ///
  /// - Parameters:
  ///   - algorithm: the algorithm of ID tokens. RS256 is always listed, too, because some tokens still use
  ///     it.
  ///   - keySetURL: the address of ``keySet(of:now:)``.
  public static func discovery(
    issuer: String, algorithm: TokenAlgorithm = .rs256, keySetURL: String
  ) -> PublicKeyDocument {
    PublicKeyDocument(maxAge: 3600) { writer in
      writer.beginObject()
      writer.member("issuer", issuer)
      writer.member("jwks_uri", keySetURL)
      writer.member("response_types_supported", .array(["id_token"]))
      writer.member("subject_types_supported", .array(["public"]))
      let algorithms = algorithm == .rs256 ? [algorithm] : [algorithm, .rs256]
      writer.member("id_token_signing_alg_values_supported", .array(algorithms.map { .string($0.rawValue) }))
      writer.endObject()
    }
  }

  /// Returns the cache time. A copy that is fetched just before a rotation must expire before the new key
  /// signs, so the cache time is at most the overlap. The cache time also ends at the next change of the key
  /// set.
  private static func maxAge(of entries: [KeyRing.Entry], ring: KeyRing, now: Instant) -> Int64 {
    let changes = entries.flatMap { [$0.activeFrom, $0.retiredAt].compactMap { $0 } }.filter { $0 > now }
    let next = changes.min().map { $0.seconds - now.seconds } ?? maximumAge
    return min(max(min(ring.policy.overlap, next), minimumAge), maximumAge)
  }
}
