import * as fc from 'fast-check';
import { mayHold, neededHashes, signatureOf } from './signature.rules';

const letters = fc.string({ unit: fc.constantFrom(...'あい東京𠮷a 1'), maxLength: 12 });

describe('signatureOf', () => {
  it('never denies a piece that a text has', () => {
    fc.assert(
      fc.property(letters, letters, letters, letters, (other, before, piece, after) => {
        const signature = signatureOf([other, before + piece + after]);
        expect(mayHold(signature, [[neededHashes(piece)]])).toBe(true);
      }),
    );
  });

  it('denies nearly all words that no text has', () => {
    const word = (n: number) =>
      String.fromCharCode(
        ...[7, 31, 101].map(
          (step) => 0x4e00 + ((Math.imul(n + step, 2_654_435_761) >>> 8) % 6_000),
        ),
      );
    const texts = Array.from({ length: 256 }, (_, n) =>
      Array.from({ length: 50 }, (_each, at) => word(n * 50 + at)).join(''),
    );
    const signature = signatureOf(texts);
    const all = texts.join('');
    const absent = Array.from({ length: 2_000 }, (_, n) => word(20_000 + n * 3)).filter(
      (one) => !all.includes(one),
    );
    const passed = absent.filter((one) => mayHold(signature, [[neededHashes(one)]]));
    expect(passed.length / absent.length).toBeLessThan(0.15);
  });

  it('needs one spelling of each piece', () => {
    const signature = signatureOf(['東京タワー']);
    const bits = neededHashes;
    expect(mayHold(signature, [[bits('大阪'), bits('東京')], [bits('タワー')]])).toBe(true);
    expect(mayHold(signature, [[bits('東京')], [bits('大阪')]])).toBe(false);
  });
});
