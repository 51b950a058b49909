import { networkPage, serve } from '../../../test/answers';

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const session = { id: 'session-1', space: { id: 'engawa' }, staff: { id: 's1' } };

describe('the access token', () => {
  beforeEach(() => jest.resetModules());
  const load = () => import('./access');

  it('is asked for once by many at the same time', async () => {
    const log = serve(() => ({
      body: { accessToken: 't1', expiresAt: at(900_000), session },
    }));
    const { refreshAccess, freshToken } = await load();
    const all = await Promise.all([refreshAccess('ja'), refreshAccess('ja'), refreshAccess('ja')]);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({ method: 'POST', url: '/api/v1/auth/refresh' });
    expect(all.every((result) => result.session === session)).toBe(true);
    expect(freshToken()).toBe('t1');
  });

  it('is renewed shortly before it ends, before the request that needs it', async () => {
    let turn = 0;
    const log = serve(() => {
      turn += 1;
      return { body: { accessToken: `t${turn}`, expiresAt: at(900_000), session } };
    });
    const { storeAccess, tokenForRequest } = await load();
    expect(await tokenForRequest()).toBeNull();
    expect(log).toHaveLength(0);
    storeAccess({ accessToken: 'old', expiresAt: at(10_000) });
    expect(await tokenForRequest()).toBe('t1');
    expect(await tokenForRequest()).toBe('t1');
    expect(log).toHaveLength(1);
  });

  it('is dropped, with a notice, when the session has ended', async () => {
    serve(() => ({ status: 401, body: { code: 'identity.session.ended' } }));
    const { storeAccess, refreshAccess, whenSessionLost, freshToken } = await load();
    const lost = jest.fn();
    whenSessionLost(lost);
    storeAccess({ accessToken: 'old', expiresAt: at(900_000) });
    expect(await refreshAccess('ja')).toEqual({ session: null });
    expect(lost).toHaveBeenCalledTimes(1);
    expect(freshToken()).toBeNull();
  });

  it.each([
    ['network', 'no network'],
    ['network', networkPage],
    ['unknown', { ...networkPage, status: 403 }],
  ] as const)('is kept while the server does not answer (%s)', async (code, reply) => {
    serve(() => reply);
    const { storeAccess, refreshAccess, whenSessionLost, freshToken } = await load();
    const lost = jest.fn();
    whenSessionLost(lost);
    storeAccess({ accessToken: 'old', expiresAt: at(900_000) });
    const result = await refreshAccess('ja');
    expect(result.problem?.code).toBe(code);
    expect(lost).not.toHaveBeenCalled();
    expect(freshToken()).toBe('old');
  });

  it.each([
    ['another person', 'engawa', 's2', 1],
    ['the same person in another space', 'kado', 's1', 1],
    ['the same person', 'engawa', 's1', 0],
  ])('of %s in another window of the browser', async (_who, space, staff, times) => {
    const of = (spaceId: string, staffId: string) => ({
      accessToken: `${spaceId}-${staffId}`,
      expiresAt: at(900_000),
      session: { id: 'x', space: { id: spaceId }, staff: { id: staffId } },
    });
    const { refreshAccess, storeAccess, freshToken, whenReaderChanged } = await load();
    const changed = jest.fn();
    whenReaderChanged(changed);
    storeAccess(of('engawa', 's1') as never);
    serve(() => ({ body: of(space, staff) }));
    await refreshAccess('ja');
    expect(changed).toHaveBeenCalledTimes(times);
    expect(freshToken()).toBe('engawa-s1');
  });

  it('of another person than the kept session, which is read without a connection, is not taken', async () => {
    const { expectAccess, refreshAccess, freshToken, whenReaderChanged } = await load();
    const changed = jest.fn();
    whenReaderChanged(changed);
    expectAccess({ ...session, staff: { id: 's2' } } as never);
    serve(() => ({ body: { accessToken: 't1', expiresAt: at(900_000), session } }));
    await refreshAccess('ja');
    expect(changed).toHaveBeenCalledTimes(1);
    expect(freshToken()).toBeNull();
  });

  it('is asked for again when nobody answered', async () => {
    const asked = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    let turn = 0;
    serve(() => {
      turn += 1;
      if (turn === 1) return new Promise(() => undefined);
      return { body: { accessToken: 't2', expiresAt: at(900_000), session } };
    });
    const { refreshAccess } = await load();
    expect((await refreshAccess('ja')).problem?.code).toBe('network');
    expect(asked).toHaveBeenCalledWith(45_000);
    asked.mockRestore();
    expect((await refreshAccess('ja')).session).toBe(session);
  });
});
