import { z } from 'zod';

type Project = (value: unknown) => unknown;
const same: Project = (value) => value;

const compiled = new WeakMap<z.core.$ZodType, Project>();

/**
 * Copies only what the schema declares, without validation: much cheaper than parsing, and a field
 * that a mapper leaves in by mistake is never sent.
 */
export function projectorOf(schema: z.core.$ZodType): Project {
  const known = compiled.get(schema);
  if (known) return known;
  // A recursive schema finds this projector while its own is being built.
  let made: Project = same;
  compiled.set(schema, (value) => made(value));
  made = compile(schema);
  compiled.set(schema, made);
  return made;
}

function compile(schema: z.core.$ZodType): Project {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    return catchall && !(catchall instanceof z.ZodNever) ? same : objectProjector(schema.shape);
  }
  if (schema instanceof z.ZodArray) {
    const item = projectorOf(schema.element);
    return item === same
      ? same
      : (value) => (Array.isArray(value) ? value.map((entry) => item(entry)) : value);
  }
  if (schema instanceof z.ZodRecord) {
    const item = projectorOf(schema.valueType);
    if (item === same) return same;
    return (value) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, item(entry)]))
        : value;
  }
  if (schema instanceof z.ZodPipe) return projectorOf(schema.out);
  if (schema instanceof z.ZodLazy) return (value) => projectorOf(schema.unwrap())(value);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return unionProjector(schema.options, schema.def.discriminator);
  }
  if (schema instanceof z.ZodUnion) return unionProjector(schema.options);
  if (isWrapper(schema)) {
    const inner = projectorOf(schema.unwrap());
    return inner === same ? same : (value) => (value == null ? value : inner(value));
  }
  return same;
}

function isWrapper(schema: z.core.$ZodType) {
  return (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  );
}

function objectProjector(shape: z.core.$ZodShape): Project {
  const fields = Object.entries(shape).map(([key, field]) => [key, projectorOf(field)] as const);
  return (value) => {
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, project] of fields) {
      const field = value[key];
      if (field !== undefined) copy[key] = project === same ? field : project(field);
    }
    return copy;
  };
}

function unionProjector(options: readonly z.core.$ZodType[], discriminator?: string): Project {
  const projects = options.map(projectorOf);
  if (projects.every((project) => project === same)) return same;
  if (discriminator !== undefined) {
    const byValue = new Map<unknown, Project>();
    options.forEach((option, index) => {
      const tag = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
      for (const value of valuesOf(tag)) byValue.set(value, projects[index]!);
    });
    return (value) => {
      if (!isObject(value)) return value;
      return byValue.get(value[discriminator])?.(value) ?? {};
    };
  }
  // Without a discriminator, only parsing can tell which variant it is.
  return (value) => {
    const index = options.findIndex((option) => z.safeParse(option, value).success);
    return index === -1 ? value : projects[index]!(value);
  };
}

/** The values of a discriminator. */
function valuesOf(tag: unknown): Iterable<unknown> {
  if (tag instanceof z.ZodLiteral) return tag.values;
  return tag instanceof z.ZodEnum ? tag.options : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
