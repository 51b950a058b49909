import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { toFirstRow } from '../rows/to-first-row';
import { FindField } from './row-list';

/** How long typing must pause. */
const PAUSE_MS = 200;

/** A search field that reports when typing pauses; an IME composition counts as typing. */
export function TypingField(
  props: { value: string; onChange: (value: string) => void } & Omit<
    ComponentProps<typeof FindField>,
    'value' | 'onChange'
  >,
) {
  const { value, onChange, ...field } = props;
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState({ value, reported: value });
  const latest = useRef(onChange);
  const composing = useRef(false);
  useEffect(() => {
    latest.current = onChange;
  });
  // Another address, such as after going back, brings its own words.
  if (value !== seen.value) {
    setSeen({ ...seen, value });
    if (value.trim() !== seen.reported) setText(value);
  }
  const report = (words: string) => {
    setSeen({ value: seen.value, reported: words.trim() });
    latest.current(words.trim());
  };
  useEffect(() => {
    if (text.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => {
      if (!composing.current) report(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // Only typing starts the pause again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, value]);
  return (
    <FindField
      {...field}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        toFirstRow(event);
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) report(text);
      }}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={(event) => {
        composing.current = false;
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
}
