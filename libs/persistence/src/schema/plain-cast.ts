import type { Schema, SchemaType } from 'mongoose';

type Plain = Record<string, unknown>;

interface Path {
  required: boolean;
  /** Whether a document without the path can be stored unchanged. */
  mayBeAbsent: boolean;
  /** Null when only mongoose can judge values: nested schemas, setters, unusual validators. */
  fits: ((value: unknown) => boolean) | null;
}

/**
 * Returns a new document as mongoose would store it, if no casting is needed: every value has its
 * path's type and nothing is missing. Returns null for all others, which mongoose has to handle; it
 * knows defaults and validation errors.
 */
export function plainCast(schema: Schema): (document: Plain) => Plain | null {
  const paths = new Map<string, Path>();
  for (const [name, type] of Object.entries(schema.paths)) {
    const [top = name, ...below] = name.split('.');
    // Mongoose creates objects for dotted paths, even empty ones.
    const nested = { required: true, mayBeAbsent: false, fits: null };
    paths.set(top, below.length > 0 ? nested : pathOf(type));
  }
  const needed = [...paths].filter(([, { mayBeAbsent }]) => !mayBeAbsent);
  return (document) => {
    const stored: Plain = {};
    for (const [name, value] of Object.entries(document)) {
      if (value === undefined) continue;
      const path = paths.get(name);
      if (!path?.fits || !(value === null ? !path.required : path.fits(value))) return null;
      stored[name] = name === 'pendingEvents' ? value : copyOf(value);
    }
    return needed.every(([name]) => stored[name] !== undefined) ? stored : null;
  };
}

function pathOf(type: SchemaType): Path {
  const { isRequired, defaultValue } = type as { isRequired?: boolean; defaultValue?: unknown };
  const required = isRequired === true;
  return { required, mayBeAbsent: !required && defaultValue === undefined, fits: fitsOf(type) };
}

function fitsOf(type: SchemaType): Path['fits'] {
  const { instance, validators, setters, embeddedSchemaType } = type as unknown as {
    instance: string;
    validators: { type?: string; min?: number; enumValues?: unknown[] }[];
    setters: unknown[];
    embeddedSchemaType?: SchemaType;
  };
  const typeFits = fitsInstance(instance, embeddedSchemaType);
  if (!typeFits || setters.length > 0) return null;
  const checks = [typeFits];
  for (const { type: kind, min, enumValues } of validators) {
    // Mongoose treats an empty string as missing.
    if (kind === 'required') checks.push((value) => value != null && value !== '');
    else if (kind === 'min' && typeof min === 'number')
      checks.push((value) => Number(value) >= min);
    else if (kind === 'enum' && enumValues) checks.push((value) => enumValues.includes(value));
    else return null;
  }
  return (value) => checks.every((check) => check(value));
}

function fitsInstance(instance: string, element?: SchemaType): Path['fits'] {
  switch (instance) {
    case 'String':
      return (value) => typeof value === 'string';
    case 'Number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'Boolean':
      return (value) => typeof value === 'boolean';
    case 'Date':
      return (value) => value instanceof Date && !Number.isNaN(value.getTime());
    case 'Mixed':
      return () => true;
    case 'Array': {
      const fits = element && fitsOf(element);
      return fits ? (value) => Array.isArray(value) && value.every((each) => fits(each)) : null;
    }
    default:
      return null;
  }
}

/** Copies plain objects, arrays and dates; instances of other classes are immutable. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (value instanceof Date) return new Date(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Plain = {};
  for (const key of Object.keys(value)) {
    const inner = (value as Plain)[key];
    if (inner !== undefined) copy[key] = copyOf(inner);
  }
  return copy as T;
}
