import { cleaned } from './clean-text';

describe('cleaned', () => {
  it('leaves out what a pasted text brings along, in every field', () => {
    const body = {
      memo: '一行目\u000b二行目\u0000\u0085',
      list: [{ name: 'a\ud800b' }],
      n: 1,
      no: null,
    };
    expect(cleaned(body)).toEqual({
      memo: '一行目\n二行目',
      list: [{ name: 'ab' }],
      n: 1,
      no: null,
    });
  });

  it('keeps what people write, and files', () => {
    const text = 'a\r\n\tb 𠮷 👨‍👩‍👧\u200b';
    expect(cleaned(text)).toBe(text);
    const form = new FormData();
    expect(cleaned(form)).toBe(form);
    expect(cleaned(undefined)).toBeUndefined();
  });
});
