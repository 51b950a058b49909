/** What is known of a name while it is composed with an IME. */
export interface Reading {
  /** Readings of the parts that are written, in order. */
  read: string;
  /** The last text of this composition that was kana only. */
  composing: string;
}

export const noReading: Reading = { read: '', composing: '' };

const kanaOnly = /^[ぁ-ゖァ-ヺー]+$/;
/** Letters of a syllable that is not complete yet. */
const unfinished = /[a-zａ-ｚ]+$/i;

/** During a composition: its text is kana until it is converted. */
export function readComposition(reading: Reading, text: string): Reading {
  const kana = text.normalize('NFKC').replace(unfinished, '');
  return kanaOnly.test(kana) ? { ...reading, composing: kana } : reading;
}

/** At the end of a composition; an empty text is one that was cancelled. */
export function endComposition({ read, composing }: Reading, text: string): Reading {
  if (text === '') return { read, composing: '' };
  const kana = text.normalize('NFKC');
  return { read: read + (kanaOnly.test(kana) ? kana : composing), composing: '' };
}

export function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}
