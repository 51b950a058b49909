/** The part of JSON schema that bodies of the API use. */
export interface BodySchema {
  $ref?: string;
  type?: string;
  properties?: Record<string, BodySchema>;
  required?: string[];
  items?: BodySchema;
  minItems?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
  allOf?: BodySchema[];
  format?: string;
  example?: unknown;
  minimum?: number;
}

/** A minimal value of a schema: required fields, the first of each choice. */
export function leastOf(schema: BodySchema, components: Record<string, BodySchema>): unknown {
  if (schema.$ref) return leastOf(components[schema.$ref.split('/').at(-1)!] ?? {}, components);
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choice) return leastOf(choice[0]!, components);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.example !== undefined) return schema.example;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          leastOf(schema.properties?.[name] ?? {}, components),
        ]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        leastOf(schema.items ?? {}, components),
      );
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : 'x';
    default:
      return null;
  }
}
