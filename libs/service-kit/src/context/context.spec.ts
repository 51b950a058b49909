import { acceptRequestId, continueTrace } from './request-context';
import { localeOf } from './locale';

describe('localeOf', () => {
  it.each([
    [{}, 'ja'],
    [{ 'accept-language': 'en-US,en;q=0.9,ja;q=0.8' }, 'en'],
    [{ 'accept-language': 'fr-FR, de;q=0.8' }, 'ja'],
    [{ 'accept-language': 'ja;q=0.1, en;q=0.2' }, 'en'],
    [{ 'accept-language': 'en;q=0, ja;q=0.1' }, 'ja'],
    [{ 'accept-language': ';;;,q=,en;q=x' }, 'ja'],
    [{ 'accept-language': 'ja', cookie: 'i18n_redirected=en' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'x=1; i18n_redirected=ja; y=2' }, 'ja'],
    [{ 'accept-language': 'en', cookie: 'not_i18n_redirected=ja' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'i18n_redirected=fr' }, 'en'],
  ])('%j means %s', (headers, locale) => {
    expect(localeOf(headers)).toBe(locale);
  });
});

describe('continueTrace', () => {
  it('keeps the trace and its flags, with a span of its own', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const { traceparent, traceId } = continueTrace(`00-${trace}-00f067aa0ba902b7-00`);
    expect(traceId).toBe(trace);
    expect(traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    expect(traceparent).not.toContain('00f067aa0ba902b7');
  });

  it.each([undefined, '', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
    'begins one in place of %s',
    (header) => {
      expect(continueTrace(header).traceparent).toMatch(
        /^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/,
      );
    },
  );
});

it('accepts only well-formed request ids', () => {
  expect(acceptRequestId('abc-12345')).toBe('abc-12345');
  for (const id of [undefined, 'short', 'x'.repeat(65), 'line\nbreak00', '<script>', ['a', 'b']]) {
    expect(acceptRequestId(id)).toBeNull();
  }
});
