import { z } from 'zod';
import { projectorOf } from './projector';

const person = z.object({ id: z.string(), name: z.string() });
const thing = z.object({
  id: z.string(),
  owner: person.nullable(),
  tags: z.array(z.string()),
  people: z.array(person).optional(),
  shape: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('circle'), radius: z.number() }),
    z.object({ kind: z.literal('box'), width: z.number() }),
  ]),
  counts: z.record(z.string(), z.object({ n: z.number() })),
  either: z.union([z.object({ a: z.string() }), z.string()]),
  anything: z.unknown(),
  withDefault: z.object({ x: z.number() }).default({ x: 1 }),
});

describe('projectorOf', () => {
  it('keeps declared fields, at every depth, and nothing else', () => {
    const value = {
      id: '1',
      _id: 'mongo',
      owner: { id: 'p', name: 'n', password: 'x' },
      tags: ['a'],
      people: [{ id: 'q', name: 'm', hash: 'x' }],
      shape: { kind: 'box', width: 1, radius: 2, secret: 3 },
      counts: { a: { n: 1, internal: 2 } },
      either: { a: 'x', b: 'y' },
      anything: { free: { form: true } },
      withDefault: { x: 2, y: 3 },
    };
    expect(projectorOf(thing)(value)).toEqual({
      id: '1',
      owner: { id: 'p', name: 'n' },
      tags: ['a'],
      people: [{ id: 'q', name: 'm' }],
      shape: { kind: 'box', width: 1 },
      counts: { a: { n: 1 } },
      either: { a: 'x' },
      anything: { free: { form: true } },
      withDefault: { x: 2 },
    });
    expect(value._id).toBe('mongo');
  });

  it('leaves null, missing and dates as they are', () => {
    const at = new Date(0);
    const dated = z.object({ at: z.string(), owner: person.nullable(), more: person.optional() });
    expect(projectorOf(dated)({ at, owner: null })).toEqual({ at, owner: null });
  });

  it('follows a schema into itself', () => {
    interface Node {
      id: string;
      children: Node[];
    }
    const node: z.ZodType<Node> = z.lazy(() =>
      z.object({ id: z.string(), children: z.array(node) }),
    );
    const tree = { id: 'a', x: 1, children: [{ id: 'b', x: 2, children: [] }] };
    expect(projectorOf(node)(tree)).toEqual({ id: 'a', children: [{ id: 'b', children: [] }] });
  });

  it('drops the fields of an unknown kind', () => {
    const shaped = projectorOf(thing.pick({ shape: true }));
    expect(shaped({ shape: { kind: 'secret', password: 'x' } })).toEqual({ shape: {} });
  });
});
