import { Text } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { trimBlankLines } from './blank-lines';
import { FoldButton } from './fold-button';
import layout from '../layout/common.module.css';

/** A text with its line breaks; more than `lines` are collapsed. */
export function FoldedText(props: { text: string; lines: number }) {
  const shown = useRef<HTMLParagraphElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = shown.current;
    if (!element || open) return undefined;
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    // A narrower window changes the line breaks.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [props.text, props.lines, open]);
  return (
    <div>
      <Text
        ref={shown}
        className={layout.prose}
        lh={1.75}
        lineClamp={open ? undefined : props.lines}
      >
        {trimBlankLines(props.text)}
      </Text>
      {long ? <FoldButton open={open} onChange={setOpen} /> : null}
    </div>
  );
}
