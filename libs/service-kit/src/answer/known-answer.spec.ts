import { runInContext, type RequestContext } from '../context/request-context';
import { knownAnswer, KnownAnswer, madeOf, rememberAnswer } from './known-answer';

const TAG = 'W/"abc"';

/** Asks with a tag: the answer that the handler gets, else makes of `sources`. */
function ask(
  fields: Partial<RequestContext>,
  digest: string,
  {
    hold = () => true,
    body = 'answer',
    made = digest,
  }: { hold?: () => boolean; body?: string; made?: string } = {},
): Promise<string | null> {
  const context = contextOf(fields);
  return runInContext(context, async () => {
    const known = await knownAnswer(async () => digest);
    if (known) return known.body.toString();
    madeOf(() => made, hold);
    rememberAnswer(context, new KnownAnswer(TAG, Buffer.from(body)));
    return null;
  });
}

function contextOf(fields: Partial<RequestContext>): RequestContext {
  return {
    service: 'test',
    requestId: 'r',
    traceparent: '',
    traceId: '',
    locale: 'ja',
    space: 'space-a',
    staffId: 'staff-1',
    address: '/posts',
    ifNoneMatch: TAG,
    ...fields,
  };
}

describe('knownAnswer', () => {
  it('is an answer of the same sources, whoever asks', async () => {
    const address = '/found';
    expect(await ask({ address }, 'one')).toBeNull();
    expect(await ask({ address }, 'one')).toBe('answer');
    expect(await ask({ address, staffId: 'staff-2', locale: 'en' }, 'one')).toBe('answer');
  });

  it.each<[string, Partial<RequestContext>]>([
    ['address', { address: '/other' }],
    ['space', { space: 'space-b' }],
    ['service', { service: 'another' }],
  ])('is none of another %s', async (_what, fields) => {
    await ask({}, 'one');
    expect(await ask({}, 'one')).toBe('answer');
    expect(await ask(fields, 'one')).toBeNull();
  });

  it('is none of other sources, nor where something else changed', async () => {
    let held = true;
    const hold = () => held;
    const address = '/changing';
    await ask({ address }, 'one', { hold });
    expect(await ask({ address }, 'one', { hold })).toBe('answer');
    held = false;
    expect(await ask({ address }, 'one', { hold })).toBeNull();
    held = true;
    expect(await ask({ address }, 'two', { hold })).toBeNull();
    expect(await ask({ address }, 'one', { hold, body: 'newer' })).toBeNull();
    expect(await ask({ address }, 'one', { hold })).toBe('newer');
  });

  it('is remembered for what it was made of, which may have changed since the digest was read', async () => {
    const address = '/meanwhile';
    await ask({ address }, 'one', { made: 'two' });
    expect(await ask({ address }, 'one', { made: 'two' })).toBeNull();
    expect(await ask({ address }, 'two')).toBe('answer');
  });

  it('is one of the last 500', async () => {
    await ask({ address: '/again' }, 'one');
    for (let n = 0; n < 499; n += 1) await ask({ address: `/${n}` }, 'one');
    expect(await ask({ address: '/again' }, 'one')).toBe('answer');
    await ask({ address: '/499' }, 'one');
    expect(await ask({ address: '/again' }, 'one')).toBe('answer');
    expect(await ask({ address: '/1' }, 'one')).toBe('answer');
    expect(await ask({ address: '/0' }, 'one')).toBeNull();
  });

  it('is one of the last 16 MiB', async () => {
    const body = 'x'.repeat(1024 * 1024);
    for (let n = 0; n <= 16; n += 1) await ask({ address: `/long/${n}` }, 'one', { body });
    expect(await ask({ address: '/long/16' }, 'one')).toBe(body);
    expect(await ask({ address: '/long/1' }, 'one')).toBe(body);
    expect(await ask({ address: '/long/0' }, 'one')).toBeNull();
  });

  it('reads no digest for the first caller of an address, unless that one has a tag', async () => {
    const digest = jest.fn(async () => 'one');
    const askWithout = () =>
      runInContext(contextOf({ address: '/new', ifNoneMatch: undefined }), () =>
        knownAnswer(digest),
      );
    expect(await askWithout()).toBeNull();
    expect(digest).not.toHaveBeenCalled();
    expect(await askWithout()).toBeNull();
    expect(digest).toHaveBeenCalledTimes(1);
  });

  it('does nothing outside of requests', async () => {
    expect(await knownAnswer(async () => 'one')).toBeNull();
    expect(() => madeOf(() => 'one')).not.toThrow();
  });
});
