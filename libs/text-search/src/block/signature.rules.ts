/**
 * Most bits of a signature. 256 texts of 150 characters set about an eighth of them, so that an
 * absent word of three characters passes one time in 500.
 */
const MAX_BITS = 131_072;
const MIN_BITS = 1_024;
const BITS_PER_CHARACTER = 4;

/**
 * Hashes each pair and triple of neighbouring UTF-16 units, and ASCII quadruples, because most
 * blocks contain any three digits.
 */
function addHashes(text: string, add: (hash: number) => void): void {
  for (let at = 1; at < text.length; at += 1) {
    const last = text.charCodeAt(at);
    const before = text.charCodeAt(at - 1);
    const pair = Math.imul(before, 0x9e37) + last;
    add(spread(pair));
    if (at < 2) continue;
    const third = text.charCodeAt(at - 2);
    const three = Math.imul(pair, 0x85eb) + third + 1;
    add(spread(three));
    if (at < 3) continue;
    const fourth = text.charCodeAt(at - 3);
    if ((last | before | third | fourth) < 0x80) add(spread(Math.imul(three, 0xc2b3) + fourth + 2));
  }
}

function spread(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** The signature of texts. No false negatives: it never rules out a piece that a text has. */
export function signatureOf(texts: readonly string[]): Buffer {
  const wanted = texts.reduce((sum, text) => sum + text.length, 0) * BITS_PER_CHARACTER;
  let size = MIN_BITS;
  while (size < wanted && size < MAX_BITS) size *= 2;
  const bits = Buffer.alloc(size / 8);
  for (const text of texts) {
    addHashes(text, (hash) => {
      const bit = hash & (size - 1);
      bits[bit >>> 3]! |= 1 << (bit & 7);
    });
  }
  return bits;
}

/** The hashes that every text with the spelling has; none for a single character. */
export function neededHashes(spelling: string): number[] {
  const hashes = new Set<number>();
  addHashes(spelling, (hash) => hashes.add(hash));
  return [...hashes];
}

/** Whether a text of the block may have all pieces; `pieces` are the hashes of each spelling. */
export function mayHold(
  signature: Buffer,
  pieces: readonly (readonly (readonly number[])[])[],
): boolean {
  const mask = signature.length * 8 - 1;
  return pieces.every((spellings) =>
    spellings.some((hashes) => {
      for (const hash of hashes) {
        if ((signature[(hash & mask) >>> 3]! & (1 << (hash & 7))) === 0) return false;
      }
      return true;
    }),
  );
}
