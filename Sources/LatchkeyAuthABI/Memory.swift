import CLatchkeyAuth
import CLatchkeyVersion
import Foundation

@_cdecl("latchkey_retain")
public func retainObject(_ object: UnsafeRawPointer?) -> UnsafeRawPointer? {
  AnyHandle.at(object.map { OpaquePointer($0) })?.retain()
  return object
}

@_cdecl("latchkey_release")
public func releaseObject(_ object: UnsafeRawPointer?) {
  AnyHandle.at(object.map { OpaquePointer($0) })?.release()
}

@_cdecl("latchkey_free")
public func freeText(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

@_cdecl("latchkey_live_objects")
public func liveObjects() -> Int64 { AnyHandle.heldCount }

@_cdecl("latchkey_version")
public func versionText() -> UnsafePointer<CChar>? { latchkey_version_text() }
