import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { prefetchLazyParts, lazyPart } from './lazy-part';

const Words = () => <p>unfolded</p>;
const shown = (Part: ReturnType<typeof lazyPart>) =>
  render(
    <Suspense fallback={<p>waiting</p>}>
      <Part />
    </Suspense>,
  );

describe('a part that the first look does not need', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(navigator, 'connection');
  });

  it('is fetched when it is wanted', async () => {
    const load = jest.fn(async () => Words);
    shown(lazyPart(load));
    expect(screen.getByText('waiting')).toBeTruthy();
    await act(async () => undefined);
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  /** All parts are fetched one after the other. */
  const later = () => act(() => jest.advanceTimersByTimeAsync(2_000));

  it('is fetched after the first user input, once, and then shows without waiting', async () => {
    const load = jest.fn(async () => Words);
    const Part = lazyPart(load);
    const stop = prefetchLazyParts();
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerMove(window);
    fireEvent.keyDown(window);
    // The answer to the input comes first.
    expect(load).not.toHaveBeenCalled();
    await later();
    expect(load).toHaveBeenCalledTimes(1);
    shown(Part);
    expect(screen.queryByText('waiting')).toBeNull();
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is fetched after a while without input, unless the page was left', async () => {
    const load = jest.fn(async () => Words);
    lazyPart(load);
    const stop = prefetchLazyParts();
    stop();
    jest.advanceTimersByTime(60_000);
    expect(load).not.toHaveBeenCalled();
    const stopAgain = prefetchLazyParts();
    await later();
    expect(load).not.toHaveBeenCalled();
    await later();
    expect(load).toHaveBeenCalledTimes(1);
    stopAgain();
  });

  it('is not fetched ahead while the reader saves data', async () => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true },
      configurable: true,
    });
    const load = jest.fn(async () => Words);
    lazyPart(load);
    const stop = prefetchLazyParts();
    jest.advanceTimersByTime(60_000);
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerDown(window);
    await later();
    expect(load).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is awaited while there is no network, also if the first requests after it fail', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const missing = new TypeError('Failed to fetch dynamically imported module');
    const load = jest
      .fn<Promise<typeof Words>, []>()
      .mockRejectedValueOnce(missing)
      .mockRejectedValueOnce(missing)
      .mockResolvedValue(Words);
    shown(lazyPart(load));
    await later();
    expect(screen.getByText('waiting')).toBeTruthy();
    onLine.mockRestore();
    fireEvent(window, new Event('online'));
    await later();
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is fetched again when it is needed and the prefetch failed', async () => {
    const load = jest
      .fn<Promise<typeof Words>, []>()
      .mockRejectedValueOnce(new Error('refused'))
      .mockResolvedValue(Words);
    const Part = lazyPart(load);
    const stop = prefetchLazyParts();
    fireEvent.keyDown(window);
    await later();
    shown(Part);
    await act(async () => undefined);
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
    stop();
  });
});
