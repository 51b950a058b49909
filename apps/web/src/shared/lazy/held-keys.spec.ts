import { fireEvent } from '@testing-library/react';
import { handleKeys, holdKeys } from './held-keys';

const frames: FrameRequestCallback[] = [];
const nextFrame = () => frames.shift()?.(0);
const handled: string[] = [];
const handle = ({ key }: KeyboardEvent) => void handled.push(key);
const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(window, { key }));

describe('keys that are pressed before their part is loaded', () => {
  beforeEach(() => {
    frames.length = 0;
    handled.length = 0;
    jest.useFakeTimers({ doNotFake: ['requestAnimationFrame'] });
    jest
      .spyOn(window, 'requestAnimationFrame')
      .mockImplementation((callback) => frames.push(callback));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('are handled one per frame, and keys pressed meanwhile after them', () => {
    holdKeys();
    press('j', 'x');
    const stop = handleKeys(handle);
    expect(handled).toEqual(['j']);
    press('k');
    expect(handled).toEqual(['j']);
    nextFrame();
    nextFrame();
    expect(handled).toEqual(['j', 'x', 'k']);
    nextFrame();
    press('e');
    expect(handled).toEqual(['j', 'x', 'k', 'e']);
    stop();
    press('e');
    expect(handled).toHaveLength(4);
  });

  it('begin with the key that woke the page', () => {
    holdKeys(new KeyboardEvent('keydown', { key: 'j' }));
    press('x');
    const stop = handleKeys(handle);
    nextFrame();
    expect(handled).toEqual(['j', 'x']);
    stop();
  });

  it('are forgotten after ten seconds, when nothing handled them', () => {
    holdKeys();
    press('j');
    jest.advanceTimersByTime(10_000);
    handleKeys(handle)();
    expect(handled).toEqual([]);
  });
});
