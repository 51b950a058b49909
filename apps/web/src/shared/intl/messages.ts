import type { ReactNode } from 'react';
import { type IntlShape, type MessageFormatElement, useIntl } from 'react-intl';

/** One text in every language of the product; ICU message format. */
interface Text {
  readonly ja: string;
  readonly en: string;
}

/** The texts of one feature: message id → both languages side by side. */
export type Messages = Readonly<Record<string, Text>>;

/** Declares a feature's texts; ids read `feature.thing.word`. */
export function defineTexts<const T extends Messages>(messages: T): T {
  return messages;
}

type Plain = string | number | boolean | Date | null | undefined;
type TextValues = Record<string, Plain>;
type RichValues = Record<string, Plain | ReactNode | ((chunks: ReactNode) => ReactNode)>;

/** Formats texts of one feature in the reader's language. */
export interface Translate<Id extends string> {
  (id: Id, values?: TextValues): string;
  /** With elements or tags such as `<b>…</b>` as values. */
  rich(id: Id, values: RichValues): ReactNode;
}

function localeOf(intl: IntlShape): keyof Text {
  return intl.locale.startsWith('en') ? 'en' : 'ja';
}

/** What a text has that is not plain. `formatMessage` takes 20 times as long to return a plain one. */
const MARKUP = /[{}<>']/;

/** Formats a feature's texts outside of components. */
export function createTranslate<T extends Messages>(
  intl: IntlShape,
  messages: T,
): Translate<keyof T & string> {
  const format = (id: keyof T & string, values?: RichValues) => {
    // The build parses the texts that are not plain (vite-plugins.ts).
    const text: string | MessageFormatElement[] = messages[id]?.[localeOf(intl)] ?? id;
    if (typeof text === 'string' && !MARKUP.test(text)) return text;
    return intl.formatMessage({ id, defaultMessage: text }, values);
  };
  const t = format as Translate<keyof T & string>;
  t.rich = format;
  return t;
}

const translators = new WeakMap<IntlShape, Map<Messages, unknown>>();

/** Texts of a feature in the reader's language. They are loaded with the feature that uses them. */
export function useTexts<T extends Messages>(messages: T): Translate<keyof T & string> {
  const intl = useIntl();
  let mine = translators.get(intl);
  if (!mine) translators.set(intl, (mine = new Map()));
  let t = mine.get(messages) as Translate<keyof T & string> | undefined;
  if (!t) mine.set(messages, (t = createTranslate(intl, messages)));
  return t;
}
