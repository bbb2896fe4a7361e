import Operations

typealias Role = ConsoleRole
