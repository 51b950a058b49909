import { Schema, type SchemaDefinitionProperty } from 'mongoose';
import { z } from 'zod';
import { tenantPlugin } from '../tenant/tenant-plugin';
import { bytes } from './shape';
import { versionPlugin, type UnversionedWrites } from './version-plugin';

/**
 * The mongoose schema of a shape: casts filters and updates, and sets the defaults of upserted
 * documents. Inserts are validated by the shape itself.
 */
export function mongooseSchema(
  collection: string,
  shape: z.ZodRawShape,
  unversioned: UnversionedWrites | undefined,
): Schema {
  const schema = new Schema(
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fieldOf(field)])),
    {
      collection,
      id: false,
      versionKey: false,
      timestamps: false,
      strict: 'throw',
      strictQuery: 'throw',
      minimize: false,
      autoIndex: false,
      autoCreate: false,
    },
  );
  schema.plugin(tenantPlugin);
  if (unversioned) schema.plugin(versionPlugin(unversioned));
  return schema;
}

type Default = { default: unknown };

function fieldOf(field: z.core.$ZodType, given: Default | null = null): SchemaDefinitionProperty {
  if (field instanceof z.ZodOptional)
    return fieldOf(field.unwrap(), given ?? { default: undefined });
  if (field instanceof z.ZodNullable) return fieldOf(field.unwrap(), given);
  if (field instanceof z.ZodDefault) {
    // The getter copies the default, so that no two documents share one.
    return fieldOf(field.unwrap(), { default: () => field.def.defaultValue });
  }
  const type = field instanceof z.ZodArray ? [typeOf(field.element)] : typeOf(field);
  return { type, ...given } as SchemaDefinitionProperty;
}

function typeOf(field: z.core.$ZodType): unknown {
  if (field instanceof z.ZodNumber) return Number;
  if (field instanceof z.ZodBoolean) return Boolean;
  if (field instanceof z.ZodDate) return Date;
  if (field === bytes) return Buffer;
  if (field instanceof z.ZodLiteral) return typeof field.value === 'boolean' ? Boolean : String;
  if (isText(field)) return String;
  return Schema.Types.Mixed;
}

function isText(field: z.core.$ZodType): boolean {
  return (
    field instanceof z.ZodString || field instanceof z.ZodStringFormat || field instanceof z.ZodEnum
  );
}
