import Testing

@testable import NotesServer
