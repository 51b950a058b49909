import { TextDecoder } from 'node:util';
import type { CsvEncoding } from '@engawa/contracts';
import { decode } from 'iconv-lite';

/** How to read a file: its encoding, and the length of its byte order mark. */
export interface FoundEncoding {
  encoding: CsvEncoding;
  bom: number;
}

/** Codec names of the encodings. */
export const codecs: Record<CsvEncoding, string> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16le',
  'utf-16be': 'utf16be',
  cp932: 'cp932',
};

/** Bytes that are enough to recognize UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4_096;

/**
 * Detects the encoding: by byte order mark, UTF-16 by its zero bytes, UTF-8 if all of it is valid,
 * else Shift_JIS (CP932). Null for anything else and for files with NUL characters.
 */
export function detectEncoding(content: Buffer): FoundEncoding | null {
  if (startsWith(content, [0xef, 0xbb, 0xbf])) {
    return !content.includes(0) && isUtf8(content) ? { encoding: 'utf-8', bom: 3 } : null;
  }
  if (startsWith(content, [0xff, 0xfe])) return wideUnlessNul(content, 'utf-16le', 2);
  if (startsWith(content, [0xfe, 0xff])) return wideUnlessNul(content, 'utf-16be', 2);
  const wide = wideEncoding(content.subarray(0, SAMPLE_BYTES));
  if (wide) return wideUnlessNul(content, wide, 0);
  if (content.includes(0)) return null;
  if (isUtf8(content)) return { encoding: 'utf-8', bom: 0 };
  return isCp932(content) ? { encoding: 'cp932', bom: 0 } : null;
}

function wideUnlessNul(
  content: Buffer,
  encoding: 'utf-16le' | 'utf-16be',
  bom: number,
): FoundEncoding | null {
  for (let at = content.indexOf('\0\0', bom, 'latin1'); at !== -1;) {
    if (at % 2 === 0) return null;
    at = content.indexOf('\0\0', at + 1, 'latin1');
  }
  return { encoding, bom };
}

function startsWith(content: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => content[index] === byte);
}

function isUtf8(content: Buffer): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (let at = 0; at < content.length; at += 65_536) {
      decoder.decode(content.subarray(at, at + 65_536), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** In UTF-16, commas, quotes and line ends have a zero byte before or after them. */
function wideEncoding(sample: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (sample.length < 4 || !sample.includes(0)) return null;
  let [little, big, signs] = [0, 0, 0];
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const [first, second] = [sample[at]!, sample[at + 1]!];
    if (second === 0 && isSign(first)) little += 1;
    if (first === 0 && isSign(second)) big += 1;
    if (first === 0 && second === 0) signs += 1;
  }
  if (signs > 0 || (little === 0 && big === 0)) return null;
  return little >= big ? 'utf-16le' : 'utf-16be';
}

function isSign(byte: number): boolean {
  return byte === 0x2c || byte === 0x0a || byte === 0x0d || byte === 0x22 || byte === 0x09;
}

function isCp932(content: Buffer): boolean {
  for (let at = 0; at < content.length;) {
    const byte = content[at]!;
    const second = content[at + 1];
    const lead = (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
    if (!lead) {
      const single = byte <= 0x7f || (byte >= 0xa1 && byte <= 0xdf);
      if (!single) return false;
      at += 1;
    } else {
      const trail = second !== undefined && second >= 0x40 && second <= 0xfc && second !== 0x7f;
      if (!trail) return false;
      at += 2;
    }
  }
  // Undefined pairs of valid bytes decode to the replacement character.
  return !decode(content.subarray(0, 1_048_576), 'cp932').slice(0, -1).includes('\ufffd');
}
