import { peekAt } from './peek.rules';
import { placeOf } from './peek-place.rules';

const element = (html: string) => {
  document.body.innerHTML = html;
  return document.body.firstElementChild!;
};

describe('a peek', () => {
  it('knows people by their faces and by links to their pages, and nothing else', () => {
    expect(peekAt(element('<span data-peek="member:m-1"></span>'))).toEqual({
      kind: 'member',
      id: 'm-1',
    });
    expect(peekAt(element('<a href="/staffs/s-1"></a>'))).toEqual({ kind: 'staff', id: 's-1' });
    for (const href of ['/members', '/members/m-1/brief', '/members/m-1/posts/p', '/tasks/t-1']) {
      expect(peekAt(element(`<a href="${href}"></a>`))).toBeNull();
    }
  });

  it('is placed below, or above at the end of the window, and never outside', () => {
    const view = { width: 1000, height: 800 };
    expect(placeOf({ left: 40, top: 80, bottom: 100 }, view)).toMatchObject({ left: 40, top: 108 });
    expect(placeOf({ left: 40, top: 700, bottom: 720 }, view)).toMatchObject({ bottom: 108 });
    expect(placeOf({ left: 990, top: 80, bottom: 100 }, view).left).toBe(632);
    expect(placeOf({ left: -20, top: 80, bottom: 100 }, view).left).toBe(8);
  });
});
