/// The instructions of a pattern that may match at one position of a text, in order of preference.
struct RegexThreads {
  private(set) var instructions: [Int] = []
  /// The start of the match for each instruction.
  private(set) var starts: [Int] = []
  /// The position at which each instruction was last added.
  private var marks: [Int]
  private var stack: [Int] = []
  /// The number of visited instructions, including those that consume nothing.
  private var work = 0

  init(_ count: Int) { marks = Array(repeating: -1, count: count) }

  mutating func clear() {
    instructions.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Returns the work since the last call.
  mutating func takeWork() -> Int {
    defer { work = 0 }
    return work
  }

  /// Forgets at which positions instructions were added.
  mutating func reset() {
    clear()
    for index in marks.indices { marks[index] = -1 }
  }

  /// Adds an instruction, and all instructions that can be reached from it without consuming a character.
  mutating func add(
    _ instruction: Int, start: Int, at position: Int, _ program: [RulesRegex.Instruction], _ text: [UInt32]
  ) {
    stack.append(instruction)
    while let next = stack.popLast() {
      work += 1
      guard marks[next] != position else { continue }
      marks[next] = position
      switch program[next] {
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .assertion(let assertion): if assertion.holds(at: position, in: text) { stack.append(next + 1) }
      default:
        instructions.append(next)
        starts.append(start)
      }
    }
  }
}

extension RegexAssertion {
  func holds(at position: Int, in text: [UInt32]) -> Bool {
    switch self {
    case .textStart: position == 0
    case .textEnd: position == text.count
    case .lineStart: position == 0 || text[position - 1] == 0x0A
    case .lineEnd: position == text.count || text[position] == 0x0A
    case .wordBoundary: Self.isBoundary(position, text)
    case .noWordBoundary: !Self.isBoundary(position, text)
    }
  }

  private static func isBoundary(_ position: Int, _ text: [UInt32]) -> Bool {
    let before = position > 0 && RegexCharacterSet.word.contains(text[position - 1])
    let after = position < text.count && RegexCharacterSet.word.contains(text[position])
    return before != after
  }
}
