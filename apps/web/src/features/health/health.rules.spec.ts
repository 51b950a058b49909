import { daysFrom, handOverKey, readHealthAddress, writeHealthAddress } from './health.rules';

describe('the address', () => {
  it.each(['', 'type=office&snoozed=1', 'view=issues', 'view=coverage&staff=s1'])(
    'reads what it wrote: %p',
    (text) => {
      expect(writeHealthAddress(readHealthAddress(new URLSearchParams(text))).toString()).toBe(
        text,
      );
    },
  );

  it('takes nonsense as absent', () => {
    expect(readHealthAddress(new URLSearchParams('view=warm&snoozed=yes'))).toEqual({
      view: 'cold',
      type: '',
      snoozed: false,
      staff: '',
    });
  });
});

it.each([
  ['30', 30],
  ['３０', 30],
  [' 7 ', 7],
  ['', null],
  ['0', undefined],
  ['1001', undefined],
  ['x', undefined],
  ['-3', undefined],
])('takes %p as %p days', (text, days) => {
  expect(daysFrom(text)).toBe(days);
});

describe('the idempotency key of a handover task', () => {
  const args = { postId: 'p1', memberId: 'm1', to: 's2', due: '2026-12-01' };

  it('is the same for the same, and fits the header', () => {
    expect(handOverKey({ ...args })).toBe(handOverKey(args));
    expect(handOverKey(args)).toMatch(/^[\x21-\x7e]{8,128}$/);
  });

  it.each([{ memberId: 'm2' }, { to: 's3' }, { due: '' }, { postId: 'p2' }])(
    'is another with %j',
    (change) => {
      expect(handOverKey({ ...args, ...change })).not.toBe(handOverKey(args));
    },
  );
});
