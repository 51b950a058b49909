export type Tone = 'waiting' | 'progress' | 'done' | 'skipped' | 'accent';

/** Text on the pale ground of its tone, by the colour tokens. */
export function toneColors(tone: Tone) {
  return { color: `var(--e-${tone})`, background: `var(--e-${tone}-soft)` };
}
