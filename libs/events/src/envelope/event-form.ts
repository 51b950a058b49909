import { hash } from 'node:crypto';
import { envelope, type EventDefinition } from '@engawa/contracts';
import { z } from 'zod';

const known = new WeakMap<EventDefinition, string>();

/** A digest of the fields that an event declares: another for each change of its declaration. */
export function formOf(definition: EventDefinition): string {
  let form = known.get(definition);
  if (form === undefined) {
    const schemas = [envelope, definition.data].map((schema) =>
      z.toJSONSchema(schema, { unrepresentable: 'any' }),
    );
    form = hash('sha256', JSON.stringify(schemas), 'base64url').slice(0, 12);
    known.set(definition, form);
  }
  return form;
}
