import { runInContext, type RequestContext } from '../context/request-context';
import { holdsWhile, rememberSources, unchangedAnswer } from './answer-sources';

const TAG = 'W/"abc"';

/** Asks with a tag: what the handler gets, after the last answer was made of `sources`. */
function ask(fields: Partial<RequestContext>, digest: string, hold = () => true) {
  const context = contextOf(fields);
  return runInContext(context, async () => {
    const unchanged = await unchangedAnswer(async () => digest);
    if (unchanged) return unchanged.tag;
    holdsWhile(hold);
    rememberSources(context, TAG);
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

describe('unchangedAnswer', () => {
  it('finds an answer of the same sources that the caller names', async () => {
    const address = '/found';
    expect(await ask({ address }, 'one')).toBeNull();
    expect(await ask({ address }, 'one')).toBe(TAG);
    expect(await ask({ address, ifNoneMatch: '"x", "abc"' }, 'one')).toBe(TAG);
    expect(await ask({ address, ifNoneMatch: 'W/"abd"' }, 'one')).toBeNull();
  });

  it.each<[string, Partial<RequestContext>]>([
    ['address', { address: '/other' }],
    ['space', { space: 'space-b' }],
    ['staff member', { staffId: 'staff-2' }],
    ['service', { service: 'another' }],
    ['language', { locale: 'en' }],
  ])('finds none of another %s', async (_what, fields) => {
    await ask({}, 'one');
    expect(await ask({}, 'one')).toBe(TAG);
    expect(await ask(fields, 'one')).toBeNull();
  });

  it('finds none of other sources, nor where something else changed', async () => {
    let held = true;
    const address = '/changing';
    await ask({ address }, 'one', () => held);
    expect(await ask({ address }, 'one', () => held)).toBe(TAG);
    held = false;
    expect(await ask({ address }, 'one', () => held)).toBeNull();
    held = true;
    expect(await ask({ address }, 'two', () => held)).toBeNull();
    expect(await ask({ address }, 'one', () => held)).toBeNull();
  });

  it('remembers the last 500', async () => {
    for (let n = 0; n <= 500; n += 1) await ask({ address: `/${n}` }, 'one');
    expect(await ask({ address: '/500' }, 'one')).toBe(TAG);
    expect(await ask({ address: '/1' }, 'one')).toBe(TAG);
    expect(await ask({ address: '/0' }, 'one')).toBeNull();
  });

  it('reads no digest for a caller without a tag', async () => {
    const digest = jest.fn(async () => 'one');
    const context = contextOf({ ifNoneMatch: undefined });
    expect(await runInContext(context, () => unchangedAnswer(digest))).toBeNull();
    expect(digest).not.toHaveBeenCalled();
  });

  it('does nothing outside of requests', async () => {
    expect(await unchangedAnswer(async () => 'one')).toBeNull();
    expect(() => holdsWhile(() => true)).not.toThrow();
  });
});
