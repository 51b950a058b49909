import { endOf, scopesOf, valueText } from './space-records.rules';

describe('scopesOf', () => {
  it('leaves out what no token can do', () => {
    expect(scopesOf(['post.read', 'staff.manage', 'space.operate', 'apiToken.manage'])).toEqual([
      'post.read',
    ]);
  });
});

describe('endOf', () => {
  it('counts days from now', () => {
    const now = Date.parse('2026-11-21T00:00:00.000Z');
    expect(endOf('30', now)).toBe('2026-12-21T00:00:00.000Z');
    expect(endOf('never', now)).toBeNull();
  });
});

describe('valueText', () => {
  it.each([
    [null, ''],
    [undefined, ''],
    ['縁側', '縁側'],
    [false, 'false'],
    [3, '3'],
    [['a', 'b'], 'a, b'],
    [{ a: 1 }, '{"a":1}'],
  ])('says %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
