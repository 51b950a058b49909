import { z } from 'zod';

/** A text that is never empty. */
export const text = z.string().min(1);

/** Bytes; reads return the driver's `Binary`, of which `bufferOf` makes a buffer. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Bytes as the driver returns them: a Binary or a buffer. */
export function bufferOf(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  const { buffer, position } = value as { buffer: Uint8Array; position: number };
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}

/** Null unless it is given. */
export function orNull<Field extends z.ZodType>(field: Field) {
  return field
    .nullable()
    .default(null as unknown as z.core.util.NoUndefined<z.output<z.ZodNullable<Field>>>);
}

/** A list, empty unless it is given. */
export function listOf<Element extends z.ZodType>(element: Element) {
  return z.array(element).default([]);
}

/** An object within a document. Fields that it does not declare are stored as they are. */
export function nested<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/** A text whose values are declared elsewhere and not validated here. */
export function textOf<Value extends string>() {
  return z.string() as unknown as z.ZodType<Value>;
}

/** A value whose type is declared elsewhere; it is stored as a whole, without validation. */
export function unvalidated<Value>() {
  return z.custom<Value>((value) => value !== undefined);
}
