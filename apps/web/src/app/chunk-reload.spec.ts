import { isChunkError, reloadForChunk } from './chunk-reload';

describe('a missing piece of the app', () => {
  it('is known by what browsers say', () => {
    expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: /a.js'))).toBe(
      true,
    );
    expect(isChunkError(new TypeError('error loading dynamically imported module'))).toBe(true);
    expect(isChunkError(new Error('Importing a module script failed.'))).toBe(true);
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
  });

  it('reloads at most once a minute', () => {
    const values = new Map<string, string>();
    const memory = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    const at: number[] = [];
    for (const now of [1_000_000, 1_030_000, 1_059_999, 1_060_000]) {
      reloadForChunk(now, memory, () => at.push(now));
    }
    expect(at).toEqual([1_000_000, 1_060_000]);
  });

  it('does not reload without a network, which would leave nothing', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = jest.fn();
    reloadForChunk(1_000_000, sessionStorage, reload);
    expect(reload).not.toHaveBeenCalled();
    onLine.mockRestore();
    reloadForChunk(1_000_000, sessionStorage, reload);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
