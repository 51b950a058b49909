import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { fetchLaterParts, isFetchingAhead, laterPart } from './later-part';

const Words = () => <p>unfolded</p>;
const shown = (Part: ReturnType<typeof laterPart>) =>
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
    shown(laterPart(load));
    expect(screen.getByText('waiting')).toBeTruthy();
    await act(async () => undefined);
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('comes with the first sign of somebody, once, and then shows without waiting', async () => {
    const load = jest.fn(async () => Words);
    const Part = laterPart(load);
    const stop = fetchLaterParts();
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerMove(window);
    fireEvent.keyDown(window);
    await act(async () => undefined);
    expect(load).toHaveBeenCalledTimes(1);
    shown(Part);
    expect(screen.queryByText('waiting')).toBeNull();
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
    stop();
  });

  it('comes by itself where there is no sign, unless somebody left meanwhile', () => {
    const load = jest.fn(async () => Words);
    laterPart(load);
    const stop = fetchLaterParts();
    stop();
    jest.advanceTimersByTime(60_000);
    expect(load).not.toHaveBeenCalled();
    const stopAgain = fetchLaterParts();
    jest.advanceTimersByTime(5_000);
    expect(load).toHaveBeenCalledTimes(1);
    stopAgain();
  });

  it('is left where the reader saves data, until there is a sign', () => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true },
      configurable: true,
    });
    const load = jest.fn(async () => Words);
    laterPart(load);
    const stop = fetchLaterParts();
    jest.advanceTimersByTime(60_000);
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerDown(window);
    expect(load).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is asked for again where it could not be had ahead', async () => {
    const harmless: boolean[] = [];
    const load = jest
      .fn<Promise<typeof Words>, []>()
      .mockImplementationOnce(async () => {
        harmless.push(isFetchingAhead());
        throw new Error('offline');
      })
      .mockImplementation(async () => {
        harmless.push(isFetchingAhead());
        return Words;
      });
    const Part = laterPart(load);
    const stop = fetchLaterParts();
    fireEvent.keyDown(window);
    await act(async () => undefined);
    shown(Part);
    await act(async () => undefined);
    expect(screen.getByText('unfolded')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
    expect(harmless).toEqual([true, false]);
    stop();
  });
});
