import { typeNumber, type Value } from './bson-value';

/**
 * Rank of a value's type in MongoDB's comparison order. All numbers share one. Also the first byte
 * of an index key component.
 */
export const enum TypeClass {
  Undefined = 0x10,
  Null = 0x18,
  Number = 0x20,
  String = 0x28,
  Object = 0x30,
  Array = 0x38,
  Binary = 0x40,
  ObjectId = 0x48,
  Boolean = 0x50,
  Date = 0x58,
}

const CLASS_OF_TYPE: { [type: number]: TypeClass } = {
  1: TypeClass.Number,
  2: TypeClass.String,
  3: TypeClass.Object,
  4: TypeClass.Array,
  5: TypeClass.Binary,
  6: TypeClass.Undefined,
  7: TypeClass.ObjectId,
  8: TypeClass.Boolean,
  9: TypeClass.Date,
  10: TypeClass.Null,
  16: TypeClass.Number,
  18: TypeClass.Number,
};

/** The class of a value in MongoDB's order of types; numbers of all types share one. */
export function typeClass(value: Value): TypeClass {
  return CLASS_OF_TYPE[typeNumber(value)]!;
}
