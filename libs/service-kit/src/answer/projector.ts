import type { z } from 'zod';

type Project = (value: unknown) => unknown;
const same: Project = (value) => value;

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  discriminator?: string;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
  catchall?: z.ZodType;
  values?: unknown[];
  items?: z.ZodType[];
}

const compiled = new WeakMap<z.ZodType, Project>();

/**
 * Copies only what the schema declares, without validation: much cheaper than parsing, and a field
 * that a mapper leaves in by mistake is never sent.
 */
export function projectorOf(schema: z.ZodType): Project {
  const known = compiled.get(schema);
  if (known) return known;
  // A recursive schema finds this projector while its own is being built.
  let made: Project = same;
  compiled.set(schema, (value) => made(value));
  made = compile(schema);
  compiled.set(schema, made);
  return made;
}

function compile(schema: z.ZodType): Project {
  const def = (schema as unknown as { _zod: { def: Def } })._zod.def;
  switch (def.type) {
    case 'object':
      return def.catchall && !isNever(def.catchall) ? same : objectProjector(def.shape!);
    case 'array': {
      const item = projectorOf(def.element!);
      return item === same
        ? same
        : (value) => (Array.isArray(value) ? value.map((entry) => item(entry)) : value);
    }
    case 'record': {
      const item = projectorOf(def.valueType!);
      if (item === same) return same;
      return (value) =>
        isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, item(entry)]))
          : value;
    }
    case 'nullable':
    case 'optional':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch': {
      const inner = projectorOf(def.innerType!);
      return inner === same ? same : (value) => (value == null ? value : inner(value));
    }
    case 'pipe':
      return projectorOf(def.out!);
    case 'lazy':
      return (value) => projectorOf(def.getter!())(value);
    case 'union':
      return unionProjector(def);
    default:
      return same;
  }
}

function objectProjector(shape: Record<string, z.ZodType>): Project {
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

function unionProjector(def: Def): Project {
  const options = def.options!;
  const projects = options.map(projectorOf);
  if (projects.every((project) => project === same)) return same;
  const { discriminator } = def;
  if (discriminator) {
    const byValue = new Map<unknown, Project>();
    options.forEach((option, index) => {
      const tag = (option as unknown as { _zod: { def: Def } })._zod.def.shape?.[discriminator];
      const values = (tag as unknown as { _zod: { values?: Set<unknown> } })?._zod.values;
      values?.forEach((value) => byValue.set(value, projects[index]!));
    });
    return (value) => {
      if (!isObject(value)) return value;
      return byValue.get(value[discriminator])?.(value) ?? {};
    };
  }
  // Without a discriminator, only parsing can tell which variant it is.
  return (value) => {
    const index = options.findIndex((option) => option.safeParse(value).success);
    return index === -1 ? value : projects[index]!(value);
  };
}

function isNever(schema: z.ZodType): boolean {
  return (schema as unknown as { _zod: { def: Def } })._zod.def.type === 'never';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
