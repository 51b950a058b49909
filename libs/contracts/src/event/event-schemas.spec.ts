import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import * as events from './catalogue';
import { envelope, type EventDefinition } from './envelope';

/** The reviewed events: listeners of older versions still read them. */
const file = path.resolve(__dirname, '../../snapshots/events.json');

const definitions = Object.values(events.events as Record<string, EventDefinition>).sort((a, b) =>
  a.name < b.name ? -1 : 1,
);
const schemaOf = (schema: z.ZodType) => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return rest;
};

it('equals the snapshot; npm run openapi writes it', () => {
  const document = JSON.parse(
    JSON.stringify({
      envelope: schemaOf(envelope),
      events: Object.fromEntries(
        definitions.map(({ name, audience, data }) => [name, { audience, data: schemaOf(data) }]),
      ),
    }),
  );
  if (process.env['OPENAPI_WRITE']) writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
  expect(document).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

it('names each event once, in the past tense of its service', () => {
  const names = definitions.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names)
    expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+\.[a-zA-Z]*(ed|read|withdrawn)$/);
});
