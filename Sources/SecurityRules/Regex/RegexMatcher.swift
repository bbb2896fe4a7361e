/// Matches a pattern against one text. It follows all possible matches (threads) in parallel.
struct RegexMatcher {
  private let program: [RulesRegex.Instruction]
  private let text: [UInt32]
  private var current: RegexThreads
  private var following: RegexThreads

  init(_ regex: RulesRegex, text: [UInt32]) {
    program = regex.program
    self.text = text
    current = RegexThreads(program.count)
    following = RegexThreads(program.count)
  }

  /// Returns the first match at or after `start`. If several matches begin at the same position, it returns the match
  /// that Perl would prefer.
  ///
  /// - Parameter isWhole: true if the match must extend from `start` to the end of the text.
  mutating func match(from start: Int, isWhole: Bool, budget: inout WorkBudget) throws(WorkBudget.Exhausted)
    -> Range<Int>?
  {
    try budget.spend(1 + program.count / 8)
    current.reset()
    following.reset()
    var found: Range<Int>?
    var position = start
    while true {
      if found == nil, !isWhole || position == start {
        current.add(0, start: position, at: position, program, text)
      }
      try budget.spend(1 + current.takeWork() + current.instructions.count)
      guard !current.instructions.isEmpty else {
        if found != nil || isWhole || position >= text.count { return found }
        position += 1
        continue
      }
      following.clear()
      let character = position < text.count ? text[position] : nil
      scan: for index in current.instructions.indices {
        let thread = current.instructions[index]
        let begin = current.starts[index]
        switch program[thread] {
        case .match:
          if !isWhole || position == text.count {
            found = begin..<position
            break scan
          }
        case .character(let expected):
          if character == expected {
            following.add(thread + 1, start: begin, at: position + 1, program, text)
          }
        case .foldedCharacter(let expected):
          guard let character else { continue }
          if character >= 0x80 { try budget.spend(RegexCase.cost) }
          if character == expected || RegexCase.fold(character) == expected {
            following.add(thread + 1, start: begin, at: position + 1, program, text)
          }
        case .set(let set, let cost):
          guard let character else { continue }
          if cost > 1 { try budget.spend(cost) }
          if set.contains(character) {
            following.add(thread + 1, start: begin, at: position + 1, program, text)
          }
        case .assertion, .split, .jump: break
        }
      }
      swap(&current, &following)
      if character == nil { return found }
      position += 1
    }
  }
}

extension RulesRegex {
  private static func scalars(of text: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted)
    -> [UInt32]
  {
    try budget.spend(reading: text.utf8.count)
    return text.unicodeScalars.map(\.value)
  }

  /// True if the pattern matches somewhere in the text.
  func isFound(in text: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
    var matcher = RegexMatcher(self, text: try Self.scalars(of: text, budget: &budget))
    return try matcher.match(from: 0, isWhole: false, budget: &budget) != nil
  }

  /// True if the pattern matches the whole text.
  func matches(whole text: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
    var matcher = RegexMatcher(self, text: try Self.scalars(of: text, budget: &budget))
    return try matcher.match(from: 0, isWhole: true, budget: &budget) != nil
  }

  /// Returns the pieces between the matches. An empty match right after another match does not count.
  func pieces(of text: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> [String] {
    let scalars = try Self.scalars(of: text, budget: &budget)
    var matcher = RegexMatcher(self, text: scalars)
    var pieces: [String] = []
    var pieceStart = 0
    var searchStart = 0
    while searchStart <= scalars.count,
      let match = try matcher.match(from: searchStart, isWhole: false, budget: &budget)
    {
      if match.isEmpty {
        // An empty match splits only between two characters, not at the start or end.
        if match.lowerBound == 0 || match.lowerBound >= scalars.count || match.lowerBound == pieceStart {
          searchStart = match.upperBound + 1
          continue
        }
      }
      guard pieces.count < WorkBudget.maximumElements else { throw WorkBudget.Exhausted() }
      pieces.append(try Self.string(scalars[pieceStart..<match.lowerBound], budget: &budget))
      pieceStart = match.upperBound
      searchStart = match.isEmpty ? match.upperBound + 1 : match.upperBound
    }
    pieces.append(try Self.string(scalars[pieceStart...], budget: &budget))
    return pieces
  }

  /// Returns the text with every match replaced by `words`.
  func replacing(in text: String, with words: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted)
    -> String
  {
    let scalars = try Self.scalars(of: text, budget: &budget)
    var matcher = RegexMatcher(self, text: scalars)
    let words = Array(words.utf8)
    var result: [UInt8] = []
    var copied = 0
    var searchStart = 0
    while searchStart <= scalars.count,
      let match = try matcher.match(from: searchStart, isWhole: false, budget: &budget)
    {
      for scalar in scalars[copied..<match.lowerBound] { ScalarText.append(scalar, to: &result) }
      try budget.spend(1)
      try budget.spend(copying: words.count)
      guard result.count + words.count <= WorkBudget.maximumValueSize else { throw WorkBudget.Exhausted() }
      result += words
      copied = match.upperBound
      searchStart = match.isEmpty ? match.upperBound + 1 : match.upperBound
    }
    for scalar in scalars[min(copied, scalars.count)...] { ScalarText.append(scalar, to: &result) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func string(_ scalars: ArraySlice<UInt32>, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> String
  {
    try budget.spend(4 + scalars.count / 4)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count)
    for scalar in scalars { ScalarText.append(scalar, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
