import { z } from 'zod';

/** The environment as it was when the service started. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A service does not start with a wrong configuration: the message names each wrong variable, never
 * its value.
 */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`wrong configuration: ${problems.join('; ')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Parses the variables that the schema declares. An empty value counts as absent. Throws
 * `ConfigError`.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Environment,
): Readonly<z.infer<Schema>> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => {
        const name = issue.path.join('.') || '(configuration)';
        const missing = issue.code === 'invalid_type' && !(String(issue.path[0]) in given);
        return `${name}: ${missing ? 'is not set' : issue.message}`;
      }),
    );
  }
  return deepFreeze(result.data);
}

/** `name` prefixed by the namespace of a test; unchanged in an installation. */
export function namespaced(env: Environment, name: string): string {
  const namespace = env['ENGAWA_NAMESPACE'];
  return namespace ? `${namespace}_${name}` : name;
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    // Buffers and similar objects cannot be frozen.
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && !Array.isArray(value)) return value;
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
