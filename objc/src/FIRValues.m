#import "FIRInternal.h"

NSString *FIRText(char *text) {
  NSString *string;

  if (text == NULL) return nil;
  string = [NSString stringWithUTF8String:text];
  latchkey_free(text);
  return string;
}

const char *FIRChars(NSString *text) { return [text UTF8String]; }

NSURL *FIRTextAsURL(char *text) {
  NSString *string = FIRText(text);

  return string == nil ? nil : [NSURL URLWithString:string];
}

NSDate *FIRDate(int64_t milliseconds) {
  return milliseconds == 0
             ? nil
             : [NSDate dateWithTimeIntervalSince1970:(NSTimeInterval)milliseconds / 1000];
}

static id FIRArrayOf(latchkey_value *value) {
  size_t count = latchkey_value_count(value), index;
  NSMutableArray *array = [NSMutableArray arrayWithCapacity:count];

  for (index = 0; index < count; index++) {
    [array addObject:FIRObjectOfValue(latchkey_value_at(value, index))];
  }
  return array;
}

static id FIRDictionaryOf(latchkey_value *value) {
  size_t count = latchkey_value_count(value), index;
  NSMutableDictionary *dictionary = [NSMutableDictionary dictionaryWithCapacity:count];

  for (index = 0; index < count; index++) {
    NSString *name = FIRText(latchkey_value_key_at(value, index));
    if (name) [dictionary setObject:FIRObjectOfValue(latchkey_value_at(value, index)) forKey:name];
  }
  return dictionary;
}

id FIRObjectOfValue(latchkey_value *value) {
  id object = nil;

  if (value == NULL) return [NSNull null];
  switch (latchkey_value_get_kind(value)) {
    case LATCHKEY_VALUE_NULL:
      break;
    case LATCHKEY_VALUE_BOOL:
      object = [NSNumber numberWithBool:latchkey_value_bool(value)];
      break;
    case LATCHKEY_VALUE_INTEGER:
      object = [NSNumber numberWithLongLong:latchkey_value_integer(value)];
      break;
    case LATCHKEY_VALUE_DOUBLE:
      object = [NSNumber numberWithDouble:latchkey_value_double(value)];
      break;
    case LATCHKEY_VALUE_TEXT:
      object = FIRText(latchkey_value_text(value));
      break;
    case LATCHKEY_VALUE_ARRAY:
      object = FIRArrayOf(value);
      break;
    case LATCHKEY_VALUE_OBJECT:
      object = FIRDictionaryOf(value);
      break;
  }
  latchkey_release(value);
  return object ? object : [NSNull null];
}
