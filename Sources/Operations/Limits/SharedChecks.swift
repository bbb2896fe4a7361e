import Crypto
import Foundation
import Identity
import IdentityWire
import Synchronization

/// Lets callers who ask the same question at the same time share one answer. The first caller computes the answer,
/// and the others wait.
///
/// An answer is kept until the first caller has finished its work with it, and no longer.
final class SharedChecks<Answer: Sendable>: Sendable {
  /// A keyed digest of the question. No password can be read or guessed from it.
  struct Key: Hashable, Sendable {
    fileprivate let digest: [UInt8]
  }

  /// The caller's role among those with the same question.
  enum Part: Sendable {
    /// Must call ``answer(_:to:)`` once, and then ``end(_:)`` once.
    case first
    case follower(Result<Answer, IdentityError>)
  }

  private struct Entry {
    var answer: Result<Answer, IdentityError>?
    var waiting: [CheckedContinuation<Part, Never>] = []
  }

  private let secret = SymmetricKey(size: .bits256)
  private let entries = Mutex<[Key: Entry]>([:])

  /// The number of questions that are being answered.
  var count: Int { entries.withLock(\.count) }

  /// - Parameter texts: the question. Two questions are the same if all their texts have the same bytes.
  func key(_ texts: [String]) -> Key {
    var code = HMAC<SHA256>(key: secret)
    for text in texts {
      withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { code.update(data: $0) }
      code.update(data: Data(text.utf8))
    }
    return Key(digest: Array(code.finalize()))
  }

  func join(_ key: Key) async -> Part {
    await withCheckedContinuation { continuation in
      let part: Part? = entries.withLock { entries in
        guard let entry = entries[key] else {
          entries[key] = Entry()
          return .first
        }
        if let answer = entry.answer { return .follower(answer) }
        entries[key]?.waiting.append(continuation)
        return nil
      }
      if let part { continuation.resume(returning: part) }
    }
  }

  func answer(_ answer: Result<Answer, IdentityError>, to key: Key) {
    let waiting = entries.withLock { entries in
      defer {
        entries[key]?.answer = answer
        entries[key]?.waiting = []
      }
      return entries[key]?.waiting ?? []
    }
    for continuation in waiting { continuation.resume(returning: .follower(answer)) }
  }

  func end(_ key: Key) { entries.withLock { $0[key] = nil } }
}
