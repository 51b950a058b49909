import { renderHook, waitFor } from '@testing-library/react';
import { moveToPlace, useHeldPlace } from './use-held-place';

describe('the place at which a list began', () => {
  let resized: () => void;
  let scroller: HTMLElement;
  let list: HTMLElement;
  let item: Element;
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
    item = list.querySelector('[data-item]')!;
    item.getBoundingClientRect = () => ({ top }) as DOMRect;
    scroller.scrollBy = ((_x: number, y: number) => {
      top -= y;
      scroller.scrollTop += y;
    }) as never;
  });

  const hold = () =>
    renderHook(() =>
      useHeldPlace({
        frame: { current: list },
        scroller,
        spot: { postId: 'p1', below: 72 },
        shown: true,
        reveal: () => list.append(item),
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

  it('is reached when the list moves no more', () => {
    const move = () => moveToPlace(list, scroller, { postId: 'p1', below: 72 });
    top = 150;
    expect([move(), top, move()]).toEqual([false, 72, true]);
    scroller.scrollBy = () => undefined;
    top = 400;
    expect(move()).toBe(true);
    item.remove();
    expect(move()).toBeNull();
  });

  it('is found again when the list moved so far that it does not render the post', async () => {
    hold();
    item.remove();
    top = 400;
    resized();
    await waitFor(() => expect([top, list.contains(item)]).toEqual([72, true]));
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
