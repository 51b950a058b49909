import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { MongoClient, type Document, type FindCursor } from 'mongodb';
import type { Row } from '../conformance/subject';
import { startMongoServer, type MongoServer } from '../index';

/** An indexed plan must return the same as a collection scan, for any data and query. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40);

const scalar = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -2, max: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom('a', 'ab', 'b', '') },
  fc.constantFrom(null, true, 1.5, NaN, new Date(1), new Date(2)),
);
const field = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }),
  fc.array(fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }), { maxLength: 2 }),
);
const document = fc.record({ a: field, b: field, c: scalar }, { requiredKeys: [] });

const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y', 'b.x', 'a.0');
const operators = fc.oneof(
  scalar.map((value): unknown => value),
  scalar.map((value): unknown => ({ $eq: value })),
  fc
    .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne'), scalar)
    .map(([name, value]): unknown => ({ [name]: value })),
  fc.tuple(scalar, scalar).map(([low, high]): unknown => ({ $gte: low, $lt: high })),
  fc
    .tuple(fc.constantFrom('$in', '$nin'), fc.array(scalar, { maxLength: 4 }))
    .map(([name, values]): unknown => ({ [name]: values })),
  fc.boolean().map((value): unknown => ({ $exists: value })),
  fc.constantFrom<unknown>({ $not: { $exists: true } }, { $type: 'number' }, { $size: 1 }, []),
  fc
    .tuple(fc.constantFrom('$gt', '$lte'), scalar)
    .map(([name, value]): unknown => ({ $not: { [name]: value } })),
);
const conditions = fc
  .array(fc.tuple(path, operators), { maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs) as Document);
const filter = fc.oneof(
  { weight: 3, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc
      .tuple(conditions, fc.array(conditions, { minLength: 1, maxLength: 3 }))
      .map(([rest, $or]) => ({ ...rest, $or }) as Document),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('$and', '$nor'), fc.array(conditions, { minLength: 1, maxLength: 2 }))
      .map(([name, list]) => ({ [name]: list }) as Document),
  },
);
const direction = fc.constantFrom(1, -1);
const sort = fc.uniqueArray(fc.tuple(path, direction), {
  maxLength: 2,
  selector: ([name]) => name,
});
const index = fc.record({
  key: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y', 'b.x'), direction), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  }),
  sparse: fc.boolean(),
  partial: fc.option(
    fc.constantFrom<Document>({ c: { $gt: 0 } }, { a: { $exists: true } }, { c: { $gte: -1 } }),
    { freq: 4 },
  ),
});

let server: MongoServer;
let client: MongoClient;
const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-plans-'));
beforeAll(async () => {
  server = await startMongoServer({ dbPath: folder });
  client = await MongoClient.connect(server.uri);
});
afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const outcome = (cursor: FindCursor<Document>): Promise<Document[]> =>
  cursor.toArray().catch(({ code }: { code: number }) => [{ code }]);

it('an index never changes an answer', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(document, { minLength: 1, maxLength: 25 }),
      fc.uniqueArray(index, {
        minLength: 1,
        maxLength: 3,
        selector: ({ key }) => JSON.stringify(key),
      }),
      fc.array(fc.tuple(filter, sort, fc.nat({ max: 5 })), { minLength: 8, maxLength: 12 }),
      async (documents, indexes, queries) => {
        const number = ++count;
        const plain = client.db('plans').collection<Row>(`plain${number}`);
        const indexed = client.db('plans').collection<Row>(`indexed${number}`);
        const stored = documents.map((fields, _id) => ({ _id, ...fields }));
        for (const { key, sparse, partial } of indexes) {
          await indexed
            .createIndex(Object.fromEntries(key), {
              ...(partial ? { partialFilterExpression: partial } : { sparse }),
            })
            .catch(() => undefined);
        }
        // Documents with parallel arrays cannot be indexed; both sides omit them.
        const kept: Document[] = [];
        for (const one of stored) {
          await indexed.insertOne({ ...one }).then(
            () => kept.push(one),
            () => undefined,
          );
        }
        if (kept.length > 0) await plain.insertMany(kept);
        for (const [where, order, limit] of queries) {
          const sorted = { ...Object.fromEntries(order), _id: 1 } as Document;
          const find = (c: typeof plain) => outcome(c.find(where).sort(sorted).limit(limit));
          const expected = await find(plain);
          expect(await find(indexed)).toEqual(expected);
          expect(await indexed.countDocuments(where)).toBe(await plain.countDocuments(where));
          if (order.length > 0) {
            // Without the tie-breaker the index may define the order: it must be one that the sort
            // allows.
            const keys = (c: typeof plain) =>
              outcome(c.find(where).sort(Object.fromEntries(order)).project({ _id: 0 }));
            const places = (found: Document[]): string[] =>
              found.map((one) => JSON.stringify(one)).sort();
            expect(places(await keys(indexed))).toEqual(places(await keys(plain)));
          }
        }
        await plain.drop();
        await indexed.drop();
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);
