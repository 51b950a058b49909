import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gateway } from '@engawa/gateway';
import type { OpenApiDocument, OpenApiOperation as Operation } from '@engawa/service-kit';
import { eventually, startTestSystem, type TestSystem } from '@engawa/testing';
import { z } from 'zod';
import { services } from './services';

type Json = Record<string, unknown>;

/** The contract as last reviewed: a change must be visible. */
const file = path.resolve(__dirname, '../../../libs/contracts/snapshots/openapi.json');

describe('the contract of the REST API (API-1)', () => {
  let behind: TestSystem;
  let front: TestSystem;
  let document: OpenApiDocument;

  beforeAll(async () => {
    const definitions = await Promise.all(Object.values(services).map((load) => load()));
    behind = await startTestSystem({ services: definitions as never });
    front = await startTestSystem({ services: [gateway], env: { ...behind.env } });
    // On a busy machine, a service may take longer to describe itself than the gateway waits.
    await eventually(async () => {
      const answer = await fetch(`${front.services['gateway']!.url}/api/openapi.json`);
      document = (await answer.json()) as typeof document;
      expect(document).not.toHaveProperty('x-missing-services');
    });
  }, 120_000);
  afterAll(async () => {
    await front.stop();
    await behind.stop();
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([address, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        place: `${method.toUpperCase()} ${address}`,
        operation,
      })),
    );
  const resolve = (part: Json): Json => {
    const { $ref } = part as { $ref?: string };
    if (!$ref) return part;
    const [, , kind, name] = $ref.split('/') as [string, string, string, string];
    return (document.components as unknown as Record<string, Record<string, Json>>)[kind]![name]!;
  };

  it('equals the snapshot; npm run openapi writes it', () => {
    const text = `${JSON.stringify(document, null, 1)}\n`;
    if (process.env['OPENAPI_WRITE']) writeFileSync(file, text);
    const known = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
    expect(Object.keys(document.paths)).toEqual(Object.keys(known.paths));
    expect(document.components.schemas).toEqual(known.components.schemas);
    expect(document).toEqual(known);
  });

  it('requires If-Match for edits that could overwrite the work of others', () => {
    const unguarded = operations()
      .filter(({ place }) => place.startsWith('PATCH '))
      .filter(({ operation }) => {
        const [header] = (operation.parameters ?? []).filter(({ name }) => name === 'If-Match');
        return header?.['required'] !== true;
      })
      .map(({ place }) => place);
    expect(unguarded.sort()).toEqual([
      // Only the caller's own.
      'PATCH /api/v1/notifications/preferences',
      // Each field of a task is one value; the latest choice wins on both sides (TSK-4).
      'PATCH /api/v1/tasks/{taskId}',
    ]);
  });

  it('takes If-Match for the deletion of what is edited with it', () => {
    const takesIfMatch = (operation: Operation | undefined) =>
      (operation?.parameters ?? []).some(({ name }) => name === 'If-Match');
    const unguarded = Object.entries(document.paths)
      .filter(([, { patch, delete: remove }]) => remove && takesIfMatch(patch))
      .filter(([, { delete: remove }]) => !takesIfMatch(remove))
      .map(([address]) => address);
    // A token ends in any version: somebody may have it.
    expect(unguarded).toEqual(['/api/v1/api-tokens/{tokenId}']);
  });

  it('describes each operation, its tag and its answers', () => {
    for (const { place, operation } of operations()) {
      expect([place, operation.summary]).toEqual([place, expect.stringMatching(/.{3,}/)]);
      expect([place, operation.description]).toEqual([place, expect.stringMatching(/.{20,}\.$/)]);
      expect([place, operation.tags.length]).toEqual([place, 1]);
      for (const parameter of operation.parameters ?? [])
        expect([place, parameter]).toEqual([
          place,
          expect.objectContaining({ description: expect.stringMatching(/.{10,}/) }),
        ]);
      const statuses = Object.keys(operation.responses);
      expect([place, statuses.filter((status) => /^(2|303)/.test(status)).length]).toEqual([
        place,
        1,
      ]);
      expect(statuses).toEqual(expect.arrayContaining(['400', '429', '500']));
      if (operation.security?.length !== 0) expect(statuses).toContain('401');
    }
  });

  it('shows bodies, answers and every problem by examples', () => {
    for (const { place, operation } of operations()) {
      const answers = Object.entries(operation.responses).map(([status, part]) => ({
        status,
        content: resolve(part)['content'] as Record<string, Json> | undefined,
      }));
      for (const { status, content } of answers) {
        for (const [type, media] of Object.entries(content ?? {})) {
          if (!type.endsWith('json')) continue;
          const shown = 'example' in media || Object.keys(media['examples'] ?? {}).length > 0;
          expect([place, status, shown]).toEqual([place, status, true]);
          for (const example of Object.values((media['examples'] as Json | undefined) ?? {}))
            expect(resolve(example as Json)).toMatchObject({ value: { status: Number(status) } });
        }
      }
    }
  });

  it('gives recorded examples that fit their schemas; npm run openapi:examples records', () => {
    const unfit: string[] = [];
    for (const { place, operation } of operations()) {
      const ok = Object.entries(operation.responses).find(([status]) => /^2/.test(status))?.[1];
      for (const part of [operation.requestBody, ok]) {
        const content = part?.['content'] as Record<string, Json> | undefined;
        const media = content?.['application/json'];
        if (!media) continue;
        const schema = z.fromJSONSchema({
          ...(withoutExamples(media['schema']) as Json),
          $defs: withoutExamples(document.components.schemas) as Json,
        } as never);
        const result = schema.safeParse(media['example']);
        for (const { path: at, message } of result.error?.issues ?? [])
          unfit.push(`${place}: ${at.join('.')}: ${message}`);
      }
    }
    expect(unfit).toEqual([]);
  });

  /** As the schema reader needs it: references within the document. */
  function withoutExamples(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(withoutExamples);
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === '$ref'
          ? [key, String(value).replace('#/components/schemas/', '#/$defs/')]
          : [key, withoutExamples(value)],
      ),
    );
  }
});
