import { renderHook } from '@testing-library/react';
import { moveToPlace, useHeldPlace } from './use-held-place';

describe('the place at which a list began', () => {
  let resized: () => void;
  let scroller: HTMLElement;
  let list: HTMLElement;
  /** Distance of the post from the top of the page. */
  let top: number;

  beforeEach(() => {
    globalThis.ResizeObserver = class {
      constructor(changed: ResizeObserverCallback) {
        resized = () => changed([], this);
      }
      observe() {}
      unobserve() {}
      disconnect() {
        resized = () => undefined;
      }
    };
    scroller = document.createElement('div');
    scroller.innerHTML = '<div><div data-item><article data-post="p1"></article></div></div>';
    list = scroller.querySelector('div')!;
    top = 72;
    list.querySelector('[data-item]')!.getBoundingClientRect = () => ({ top }) as DOMRect;
    scroller.scrollBy = ((_x: number, y: number) => (top -= y)) as never;
  });

  const hold = () =>
    renderHook(() =>
      useHeldPlace({
        frame: { current: list },
        scroller,
        spot: { postId: 'p1', below: 72 },
        shown: true,
      }),
    );

  it('holds while what is above changes its height, and while the list corrects itself', () => {
    hold();
    top = 150;
    resized();
    expect(top).toBe(72);
    top = 20;
    scroller.dispatchEvent(new Event('scroll'));
    expect(top).toBe(72);
  });

  it('is taken up at once when the list is first painted', () => {
    top = 150;
    moveToPlace(list, scroller, { postId: 'p1', below: 72 });
    expect(top).toBe(72);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('lets go at a %s', (name) => {
    hold();
    window.dispatchEvent(new Event(name));
    top = 150;
    resized();
    scroller.dispatchEvent(new Event('scroll'));
    expect(top).toBe(150);
  });

  it('lets go after a while', () => {
    jest.useFakeTimers();
    try {
      hold();
      jest.advanceTimersByTime(5_000);
      top = 150;
      resized();
      expect(top).toBe(150);
    } finally {
      jest.useRealTimers();
    }
  });
});
