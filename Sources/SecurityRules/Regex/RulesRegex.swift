/// A regular expression that matches in time linear in the pattern and the text, whatever they contain.
final class RulesRegex: Sendable {
  enum Instruction: Sendable {
    case character(UInt32)
    case foldedCharacter(UInt32)
    /// A set of characters, with the number of steps that a lookup in it takes.
    case set(RegexCharacterSet, cost: Int)
    case assertion(RegexAssertion)
    /// Tries the first branch before the second.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  /// The maximum number of instructions of a compiled pattern.
  static let maximumInstructions = 4_000
  /// The maximum length of a pattern in UTF-8 bytes.
  static let maximumPatternBytes = 10_000

  let program: [Instruction]
  let pattern: String

  init(_ pattern: String, ignoresCase: Bool = false) throws(RegexFailure) {
    guard pattern.utf8.count <= Self.maximumPatternBytes else {
      throw RegexFailure(message: "pattern too long", offset: 0)
    }
    var parser = RegexParser(pattern, ignoresCase: ignoresCase)
    var assembler = Assembler()
    try assembler.add(try parser.parse())
    assembler.program.append(.match)
    program = assembler.program
    self.pattern = pattern
  }

  private struct Assembler {
    var program: [Instruction] = []
    /// Bounds repetitions of parts that produce no instructions.
    private var steps = 0

    mutating func add(_ tree: RegexTree) throws(RegexFailure) {
      steps += 1
      guard program.count < RulesRegex.maximumInstructions, steps < 4 * RulesRegex.maximumInstructions else {
        throw RegexFailure(message: "pattern too large", offset: 0)
      }
      switch tree {
      case .empty: break
      case .character(let value, let ignoresCase):
        program.append(ignoresCase ? .foldedCharacter(value) : .character(value))
      case .set(let set): program.append(.set(set, cost: set.cost))
      case .assertion(let assertion): program.append(.assertion(assertion))
      case .sequence(let parts): for part in parts { try add(part) }
      case .alternatives(let branches): try add(alternatives: branches)
      case .repeated(let tree, let minimum, let maximum, let isGreedy):
        try add(repeated: tree, minimum: minimum, maximum: maximum, isGreedy: isGreedy)
      }
    }

    private mutating func add(alternatives branches: [RegexTree]) throws(RegexFailure) {
      var exits: [Int] = []
      for (index, branch) in branches.enumerated() {
        guard index < branches.count - 1 else {
          try add(branch)
          break
        }
        let split = program.count
        program.append(.match)
        try add(branch)
        exits.append(program.count)
        program.append(.match)
        program[split] = .split(split + 1, program.count)
      }
      for exit in exits { program[exit] = .jump(program.count) }
    }

    private mutating func add(repeated tree: RegexTree, minimum: Int, maximum: Int?, isGreedy: Bool)
      throws(RegexFailure)
    {
      // A repeated empty pattern is empty, so the loop would only take time.
      if case .empty = tree { return }
      for _ in 0..<minimum { try add(tree) }
      guard let maximum else {
        let loop = program.count
        program.append(.match)
        try add(tree)
        program.append(.jump(loop))
        program[loop] = isGreedy ? .split(loop + 1, program.count) : .split(program.count, loop + 1)
        return
      }
      var exits: [Int] = []
      for _ in minimum..<max(minimum, maximum) {
        exits.append(program.count)
        program.append(.match)
        try add(tree)
      }
      for exit in exits {
        program[exit] = isGreedy ? .split(exit + 1, program.count) : .split(program.count, exit + 1)
      }
    }
  }
}
