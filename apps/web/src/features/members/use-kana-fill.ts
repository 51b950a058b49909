import { type CompositionEvent, useRef } from 'react';
import { endComposition, noReading, readComposition, toKatakana } from './kana-reading.rules';

type NamePart = 'familyName' | 'firstName';

/**
 * Fills the kana of a name from what is typed in the IME. A kana field that holds anything else than
 * was filled is never touched.
 */
export function useKanaFill(
  valueOf: (name: `${NamePart}Kana`) => string,
  onFill: (name: `${NamePart}Kana`, kana: string) => void,
) {
  const parts = useRef({
    familyName: { reading: noReading, filled: '' },
    firstName: { reading: noReading, filled: '' },
  });
  return (name: NamePart) => ({
    onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      const part = parts.current[name];
      // Written anew, or after something that was not composed here: its reading is unknown.
      if (currentTarget.value === '') part.reading = noReading;
    },
    onCompositionUpdate: ({ data }: CompositionEvent<HTMLInputElement>) => {
      const part = parts.current[name];
      part.reading = readComposition(part.reading, data);
    },
    onCompositionEnd: ({ data }: CompositionEvent<HTMLInputElement>) => {
      const part = parts.current[name];
      part.reading = endComposition(part.reading, data);
      const kana = toKatakana(part.reading.read);
      if (kana === '' || valueOf(`${name}Kana`) !== part.filled) return;
      part.filled = kana;
      onFill(`${name}Kana`, kana);
    },
  });
}
