/// The result of one check of an installation.
struct Finding: Sendable, Equatable {
  enum Verdict: String, Sendable { case ok, warning, failed }

  var verdict: Verdict
  /// The subject of the check, in one word.
  var subject: String
  /// The result as a sentence.
  var sentence: String

  init(_ verdict: Verdict, _ subject: String, _ sentence: String) {
    self.verdict = verdict
    self.subject = subject
    self.sentence = sentence
  }

  var text: String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(verdict.rawValue, 9) + padded(subject, 14) + sentence
  }
}
