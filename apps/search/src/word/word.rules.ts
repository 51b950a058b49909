type Script = 'katakana' | 'kanji' | 'latin';

/**
 * Runs of characters that carry meaning: katakana, kanji, Latin words. Hiragana mostly inflects or
 * joins words, and is left out.
 */
const runs = /([ァ-ヺー]{3,})|([\u3005\u3400-\u9fff\uf900-\ufaff]{2,})|([a-z][a-z0-9]{2,})/gi;

/** A name of somebody who is not one of the post. */
const addressed = /[\u3005\u3400-\u9fffァ-ヺー]{1,6}(?=さん|さま|様|氏|くん|ちゃん)/g;

/** Addresses are no subject. */
const addresses = /[\w.+-]+@[\w.-]+|https?:\/\/[!-~]+/g;

/** The text without addresses and names: the given ones, and those before さん and the like. */
export function withoutNames(text: string, names: readonly string[]): string {
  const plain = text.normalize('NFKC').replace(addresses, ' ').replace(addressed, ' ');
  return names.filter(Boolean).reduce((rest, name) => rest.replaceAll(name, ' '), plain);
}

export function wordRuns(text: string): { word: string; script: Script }[] {
  return Array.from(text.matchAll(runs), ([word, katakana, kanji]) => ({
    word,
    script: katakana ? 'katakana' : kanji ? 'kanji' : 'latin',
  }));
}
