import { generate } from 'otplib/functional';
import {
  hashOfRecoveryCode,
  matchTotp,
  newRecoveryCodes,
  newTotpSecret,
  totpUri,
} from './one-time-code.rules';

describe('one-time codes (IDN-9)', () => {
  it('accepts a code of now once', async () => {
    const secret = newTotpSecret();
    const code = await generate({ secret });
    const step = await matchTotp(secret, code, null);
    expect(step).not.toBeNull();
    expect(await matchTotp(secret, code, step)).toBeNull();
  });

  it('accepts the step before, not older ones', async () => {
    const secret = newTotpSecret();
    const seconds = Math.floor(Date.now() / 1_000);
    const before = await generate({ secret, epoch: seconds - 30 });
    const old = await generate({ secret, epoch: seconds - 120 });
    expect(await matchTotp(secret, before, null)).not.toBeNull();
    expect(await matchTotp(secret, old, null)).toBeNull();
  });

  it('reads a code as apps show it and as Japanese keyboards type it', async () => {
    const secret = newTotpSecret();
    const code = await generate({ secret });
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    for (const typed of [`${code.slice(0, 3)} ${code.slice(3)}`, wide, ` ${code}\u3000`]) {
      expect([typed, (await matchTotp(secret, typed, null)) === null]).toEqual([typed, false]);
    }
    expect(hashOfRecoveryCode('a', 'ｃｋｆｇ３－ｘ８４ｐａ')).toBe(
      hashOfRecoveryCode('a', 'ckfg3-x84pa'),
    );
  });

  it('refuses what is no code', async () => {
    const secret = newTotpSecret();
    for (const code of ['', 'abcdef', '12345', '1234567']) {
      expect(await matchTotp(secret, code, null)).toBeNull();
    }
  });

  it('names the account to the app', () => {
    expect(totpUri('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'a@example.com')).toMatch(
      /^otpauth:\/\/totp\/Engawa:a%40example\.com\?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/,
    );
  });

  it('makes ten different recovery codes, read whatever their form', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    expect(hashOfRecoveryCode('s', ` ${codes[0]!.toUpperCase().replace('-', ' ')}`)).toBe(
      hashOfRecoveryCode('s', codes[0]!),
    );
    expect(hashOfRecoveryCode('other', codes[0]!)).not.toBe(hashOfRecoveryCode('s', codes[0]!));
  });
});
