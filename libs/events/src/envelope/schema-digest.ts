import { hash } from 'node:crypto';
import { envelope, type EventDefinition } from '@engawa/contracts';
import { z } from 'zod';

const known = new WeakMap<EventDefinition, string>();

/** A digest of the schemas of an event and its envelope: another one for each change of a field. */
export function schemaDigestOf(definition: EventDefinition): string {
  let digest = known.get(definition);
  if (digest === undefined) {
    const schemas = [envelope, definition.data].map((schema) =>
      z.toJSONSchema(schema, { unrepresentable: 'any' }),
    );
    digest = hash('sha256', JSON.stringify(schemas), 'base64url').slice(0, 12);
    known.set(definition, digest);
  }
  return digest;
}
