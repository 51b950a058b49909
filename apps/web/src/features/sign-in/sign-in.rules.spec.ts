import type { Session } from '@engawa/contracts';
import { rememberedSpace, rememberSpace, returnAddress, spaceName } from './sign-in.rules';

it.each([
  [null, '/'],
  ['/tasks?status=done', '/tasks?status=done'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/login?from=/login', '/'],
])('after signing in, %s leads to %s', (from, address) =>
  expect(returnAddress(from, { firstPage: 'timeline' } as Session)).toBe(address),
);

it('leads to the page that the account opens first', () =>
  expect(returnAddress(null, { firstPage: 'today' } as Session)).toBe('/today'));

it.each([
  [' Engawa-Sendai ', 'engawa-sendai'],
  ['ｅｎｇａｗａ', 'engawa'],
  ['縁側', ''],
  ['a', ''],
  ['../x', ''],
  [null, ''],
])('reads the name of a space from %s', (text, name) => expect(spaceName(text)).toBe(name));

it('remembers the space of the last time', () => {
  expect(rememberedSpace()).toBe('');
  rememberSpace('engawa-sendai');
  expect(rememberedSpace()).toBe('engawa-sendai');
});
