import type { SaveDraftInput } from '@engawa/contracts';
import { createDraftSaver, type DraftBody, SAVE_DEBOUNCE_MS } from './draft-saver';

const body = (memo: string) => ({ memo }) as DraftBody;

function setUp(save: (id: string, input: SaveDraftInput) => Promise<unknown> = async () => null) {
  const calls: string[] = [];
  let next = 1;
  const ports = {
    save: jest.fn(async (id: string, input: SaveDraftInput) => {
      calls.push(`save ${id} ${input.revision} ${input.memo}`);
      return save(id, input);
    }),
    remove: jest.fn(async (id: string): Promise<unknown> => calls.push(`remove ${id}`)),
    removeLater: jest.fn(),
    keep: jest.fn(),
    marked: jest.fn(),
    saved: jest.fn(),
    newId: () => `new-${next++}`,
  };
  return { saver: createDraftSaver({ id: 'd', revision: 0 }, ports), ports, calls };
}
const rest = () => jest.advanceTimersByTimeAsync(SAVE_DEBOUNCE_MS + 10);

describe('a draft that is being written', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is saved when typing rests, with growing revisions', async () => {
    const { saver, calls, ports } = setUp();
    saver.change(body('あ'));
    saver.change(body('あい'));
    await rest();
    saver.change(body('あいう'));
    await rest();
    expect(calls).toEqual(['save d 1 あい', 'save d 2 あいう']);
    expect(ports.saved).toHaveBeenLastCalledWith(true);
  });

  it('is saved once at a time, the newest text last', async () => {
    let release: () => void = () => undefined;
    const { saver, calls } = setUp(() => new Promise<void>((resolve) => (release = resolve)));
    saver.change(body('一'));
    await rest();
    saver.change(body('二'));
    await rest();
    saver.change(body('三'));
    await rest();
    expect(calls).toEqual(['save d 1 一']);
    release();
    await jest.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['save d 1 一', 'save d 2 三']);
  });

  it.each([409, 412])('goes on under a new id when the old one is taken (%d)', async (status) => {
    const { saver, calls } = setUp(async (id) => {
      if (id === 'd') throw { status, code: 'timeline.draft.ended' };
    });
    saver.change(body('続き'));
    await rest();
    expect(calls).toEqual(['save d 1 続き', 'save new-1 1 続き']);
  });

  it.each([
    ['at once', async () => null, true],
    ['not while the server is away', () => Promise.reject({ status: 503 }), false],
    ['not while nobody answers', () => new Promise(() => undefined), false],
  ])('is settled before another text takes its place: %s', async (_when, save, isSettled) => {
    const { saver, calls } = setUp(save);
    saver.change(body('途中'));
    const settled = saver.settle();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await settled).toBe(isSettled);
    expect(calls).toEqual(['save d 1 途中']);
  });

  it('never comes back after it was sent', async () => {
    const { saver, calls } = setUp();
    saver.change(body('送る'));
    await rest();
    saver.change(body('送るよ'));
    expect(saver.end()).toBe('d');
    await rest();
    expect(calls).toEqual(['save d 1 送る']);
    expect(saver.end()).toBeUndefined();
  });

  it('does not come back either when it was sent while it was being saved', async () => {
    let refuse: (problem: unknown) => void = () => undefined;
    const { saver, calls } = setUp(() => new Promise((_, reject) => (refuse = reject)));
    saver.change(body('途中'));
    await rest();
    expect(saver.end()).toBe('d');
    refuse({ status: 409, code: 'timeline.draft.ended' });
    await rest();
    expect(calls).toEqual(['save d 1 途中']);
  });

  it('knows whether everything is saved on the server', async () => {
    const { saver, ports } = setUp();
    saver.change(body('一'));
    expect(saver.mark().settled).toBeUndefined();
    await rest();
    expect(saver.mark()).toEqual({ id: 'd', revision: 1, begun: true, settled: true });
    expect(ports.marked).toHaveBeenLastCalledWith({
      ...{ id: 'd', revision: 1, begun: true, settled: true },
    });
    saver.change(body('二'));
    expect(saver.mark()).toEqual({ id: 'd', revision: 1, begun: true });
  });

  it('is deleted when its form is emptied', async () => {
    const { saver, calls } = setUp();
    saver.change(body('やめた'));
    await rest();
    await saver.clear();
    expect(calls).toEqual(['save d 1 やめた', 'remove d']);
  });

  it.each([
    ['when the server is away', { status: 0, code: 'network' }, [[{ id: 'd', revision: 1 }]]],
    [
      'when the server is busy',
      { status: 503, code: 'server.unavailable' },
      [[{ id: 'd', revision: 1 }]],
    ],
    [
      'but not when the server has no such draft',
      { status: 404, code: 'timeline.draft.not-found' },
      [],
    ],
    ['but not when the server refuses it', { status: 403, code: 'request.forbidden' }, []],
  ])('is deleted later %s', async (_when, answer, later) => {
    const { saver, ports } = setUp();
    saver.change(body('やめた'));
    await rest();
    ports.remove.mockRejectedValueOnce(answer);
    await saver.clear();
    expect(ports.removeLater.mock.calls).toEqual(later);
    expect(saver.mark()).toEqual({ id: 'new-1', revision: 0 });
    expect(saver.isCleared({ id: 'd', revision: 1 })).toBe(true);
    expect(saver.isCleared({ id: 'd', revision: 2 })).toBe(false);
  });

  it('is not deleted later when it was opened again meanwhile', async () => {
    const { saver, ports } = setUp();
    saver.change(body('やめた'));
    await rest();
    let fail: (problem: unknown) => void = () => undefined;
    ports.remove.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
    const cleared = saver.clear();
    await rest();
    saver.open({ id: 'd', revision: 1, settled: true });
    fail({ status: 0, code: 'network' });
    await cleared;
    expect(ports.keep).toHaveBeenCalledWith('d');
    expect(ports.removeLater).not.toHaveBeenCalled();
  });

  it('is not saved under another id when it was emptied while its save failed', async () => {
    let fail: (problem: unknown) => void = () => undefined;
    const { saver, calls } = setUp(() => new Promise((_, reject) => (fail = reject)));
    saver.change(body('やめた'));
    await rest();
    const cleared = saver.clear();
    fail({ status: 0, code: 'network' });
    await cleared;
    saver.retry();
    await rest();
    expect(calls).toEqual(['save d 1 やめた', 'remove d']);
  });

  it('leaves the next text alone when it was emptied while it was being saved', async () => {
    let release: () => void = () => undefined;
    const { saver, calls } = setUp(() => new Promise<void>((resolve) => (release = resolve)));
    saver.change(body('やめた'));
    await rest();
    void saver.clear();
    saver.change(body('次'));
    release();
    await jest.advanceTimersByTimeAsync(0);
    release();
    await rest();
    expect(calls).toEqual(['save d 1 やめた', 'save new-1 1 次', 'remove d']);
  });

  it('waits while there is no connection', async () => {
    let online = false;
    const { saver, calls, ports } = setUp(async () => {
      if (!online) throw { status: 0, code: 'network' };
    });
    saver.change(body('圏外'));
    await rest();
    expect(ports.saved).not.toHaveBeenCalledWith(true);
    online = true;
    saver.change(body('圏外でも'));
    await rest();
    expect(calls.at(-1)).toBe('save d 1 圏外でも');
    expect(ports.saved).toHaveBeenLastCalledWith(true);
  });

  it('is tried again when the connection is back', async () => {
    let online = false;
    const { saver, calls } = setUp(async () => {
      if (!online) throw { status: 0, code: 'network' };
    });
    saver.change(body('圏外'));
    await rest();
    online = true;
    saver.retry();
    await jest.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['save d 1 圏外', 'save d 1 圏外']);
    saver.retry();
    await rest();
    expect(calls).toHaveLength(2);
  });

  it('is not tried again when it is refused, until it is changed', async () => {
    const { saver, calls } = setUp(async () => {
      throw { status: 403, code: 'request.forbidden' };
    });
    saver.change(body('断られる'));
    await rest();
    saver.retry();
    await rest();
    expect(calls).toEqual(['save d 1 断られる']);
    saver.change(body('直した'));
    await rest();
    expect(calls.at(-1)).toBe('save d 1 直した');
  });

  it('never overwrites what was written elsewhere while its own saves failed', async () => {
    // Another device saved revision 1 while this one was offline.
    let online = false;
    const { saver, calls } = setUp(async (id, { revision }) => {
      if (!online) throw { status: 0, code: 'network' };
      if (id === 'd' && revision <= 1) {
        throw { status: 412, code: 'stale', current: { memo: 'よそで', revision: 1 } };
      }
    });
    for (const text of ['一', '二', '三']) {
      saver.change(body(text));
      await rest();
    }
    online = true;
    saver.change(body('四'));
    await rest();
    expect(calls.slice(-2)).toEqual(['save d 1 四', 'save new-1 1 四']);
  });

  it('knows its own save again whose answer was lost', async () => {
    let lost = true;
    const { saver, calls } = setUp(async (_id, { revision }) => {
      if (lost) throw { status: 0, code: 'network' };
      if (revision === 1) {
        throw { status: 412, code: 'stale', current: { memo: '届いていた', revision: 1 } };
      }
    });
    saver.change(body('届いていた'));
    await rest();
    lost = false;
    saver.change(body('その続き'));
    await rest();
    expect(calls.slice(1)).toEqual(['save d 1 その続き', 'save d 2 その続き']);
    expect(saver.end()).toBe('d');
  });
});
