import Identity

typealias Role = ConsoleRole
