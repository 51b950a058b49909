import { act, render, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { ask } from '../../../test/ask';
import { holdUntilPainted, usePainted, whenPainted } from './first-paint';

/** The paint timing of the browser. */
class PaintTiming {
  static paint: (name: string) => void = () => undefined;

  constructor(tell: (list: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void) {
    PaintTiming.paint = (painted) =>
      tell({
        getEntriesByName: (name) =>
          name === painted ? ([{ name }] as unknown as PerformanceEntryList) : [],
      });
  }

  observe(): void {}
}

function Aside() {
  return usePainted() ? <p>beside</p> : null;
}

describe('what the first view does not show', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(window, { PerformanceObserver: PaintTiming });
  });
  afterEach(async () => {
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    jest.useRealTimers();
    Reflect.deleteProperty(window, 'PerformanceObserver');
    delete window.engawaEarly;
  });

  it('is asked for when that is painted, but early answers are taken', async () => {
    const log = serve(({ url }) => ({ body: url }));
    window.engawaEarly = new Map([['/posts', fetch('/early')]]);
    await window.engawaEarly.get('/posts');
    holdUntilPainted();
    expect((await ask('/posts')).data).toBe('/early');
    const count = ask('/notifications/unread-count');
    await jest.advanceTimersByTimeAsync(50);
    // The colour of the page is painted before its contents.
    PaintTiming.paint('first-paint');
    await jest.advanceTimersByTimeAsync(50);
    expect(log.map(({ url }) => url)).toEqual(['/early']);
    PaintTiming.paint('first-contentful-paint');
    expect((await count).data).toBe('/api/v1/notifications/unread-count');
  });

  it('is rendered when that is painted, and at once later', async () => {
    holdUntilPainted();
    const { unmount } = render(<Aside />);
    await act(() => jest.advanceTimersByTimeAsync(50));
    expect(screen.queryByText('beside')).toBeNull();
    PaintTiming.paint('first-contentful-paint');
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('beside')).toBeTruthy();
    unmount();
    render(<Aside />);
    expect(screen.getByText('beside')).toBeTruthy();
  });

  it('does not wait longer in a page that is not painted, as in the background', async () => {
    holdUntilPainted();
    let isOver = false;
    void whenPainted().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(900);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(isOver).toBe(true);
  });
});
