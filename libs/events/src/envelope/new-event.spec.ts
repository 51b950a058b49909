import { envelope, events, id } from '@engawa/contracts';
import { runInContext } from '@engawa/service-kit';
import { z } from 'zod';
import { schemaDigestOf } from './schema-digest';
import { derivedId, newId } from './id';
import { newEvent } from './new-event';

const space = { spaceId: 'engawa', displayName: '縁側', timeZone: 'Asia/Tokyo' };
const about = {
  space: 'engawa',
  actor: null,
  aggregate: { type: 'space', id: 'engawa' },
  version: 1,
};

describe('a new event', () => {
  it('is an envelope with an id of its own', () => {
    const event = newEvent(events.spaceCreated, { ...about, data: space });
    expect(envelope.parse(event)).toMatchObject({ name: 'identity.space.created', data: space });
    expect(newEvent(events.spaceCreated, { ...about, data: space }).id).not.toBe(event.id);
  });

  it('belongs to the request that runs', () => {
    const event = runInContext(
      {
        service: 'identity',
        requestId: 'request-7',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        traceId: '0af7651916cd43dd8448eb211c80319c',
        locale: 'ja',
      },
      () => newEvent(events.spaceCreated, { ...about, data: space }),
    );
    expect(event).toMatchObject({
      requestId: 'request-7',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
  });

  it('refuses data that do not fit, and leaves out what is not declared', () => {
    const wrong = { ...about, data: { spaceId: 'engawa' } as never };
    expect(() => newEvent(events.spaceCreated, wrong)).toThrow(/identity\.space\.created/);
    const more = { ...about, data: { ...space, secret: 1 } as never };
    expect(newEvent(events.spaceCreated, more).data).toEqual(space);
  });

  it.each([
    ['aggregate', { aggregate: { type: 'space', id: 'a name with blanks' } }],
    ['actor', { actor: 'not an id' }],
    ['space', { space: 'Not A Space' }],
    ['version', { version: 0 }],
    ['id', { id: 'x'.repeat(65) }],
  ])('refuses an envelope whose %s its readers refuse', (part, wrong) => {
    const event = { ...about, ...wrong, data: space };
    expect(() => newEvent(events.spaceCreated, event)).toThrow(part);
  });
});

describe('the schema digest of an event', () => {
  const { spaceCreated } = events;

  it('is the same for the same declaration, and another for another one', () => {
    const declared = z.object({ spaceId: id, name: z.string() });
    const digestWith = (data: z.ZodType) => schemaDigestOf({ ...spaceCreated, data });
    expect(digestWith(declared.extend({}))).toBe(digestWith(declared));
    expect(digestWith(declared.extend({ name: z.string().max(5) }))).not.toBe(digestWith(declared));
    expect(digestWith(declared.extend({ name: z.string().optional() }))).not.toBe(
      digestWith(declared),
    );
  });

  it('is part of a new event', () => {
    const event = newEvent(spaceCreated, { ...about, data: space });
    expect(envelope.parse(event).schemaDigest).toBe(schemaDigestOf(spaceCreated));
  });
});

describe('ids', () => {
  it('are the same for the same parts and others for others', () => {
    expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'));
    expect(derivedId('a', 'b')).not.toBe(derivedId('ab'));
    expect(derivedId('a', 'b')).not.toBe(derivedId('a', 'b', ''));
    expect(derivedId('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(id.parse(derivedId('a'))).toBe(derivedId('a'));
  });

  it('sort by the time of their creation', async () => {
    const first = newId();
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(first < newId()).toBe(true);
  });
});
