/** A text whatever its width, case and spaces. */
export const flatText = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

/** Whether the words of a choice contain a typed text. */
export const matches = (words: string, text: string) => flatText(words).includes(flatText(text));
