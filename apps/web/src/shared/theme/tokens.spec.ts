import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { labelColors } from '@engawa/contracts';

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');
const pairs = [
  ...css.matchAll(
    /--e-([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g,
  ),
];
const light = Object.fromEntries(pairs.map(([, name, ink, , both]) => [name!, ink ?? both!]));
const dark = Object.fromEntries(pairs.map(([, name, , ink, both]) => [name!, ink ?? both!]));

/** Relative luminance and contrast after WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** `ink` laid over `paper` at 7 percent, as label chips do. */
function washed(ink: string, paper: string): string {
  const mix = (at: number) =>
    Math.round(
      Number.parseInt(ink.slice(at, at + 2), 16) * 0.07 +
        Number.parseInt(paper.slice(at, at + 2), 16) * 0.93,
    )
      .toString(16)
      .padStart(2, '0');
  return `#${mix(1)}${mix(3)}${mix(5)}`;
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s colours', (_, token) => {
  const grounds = ['ground', 'surface', 'raised', 'hover'];

  it.each(['text', 'soft', 'faint', 'accent', 'waiting', 'done', 'progress'])(
    '%s reads on every ground',
    (name) => {
      for (const ground of grounds) {
        expect(contrast(token[name]!, token[ground]!)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-waiting', 'waiting'],
    ['waiting', 'waiting-soft'],
    ['done', 'done-soft'],
    ['progress', 'progress-soft'],
    ['skipped', 'skipped-soft'],
    ['accent', 'accent-soft'],
    ['text', 'mark'],
    ['soft', 'pressed'],
  ])('%s reads on %s', (ink, paper) => {
    expect(contrast(token[ink]!, token[paper]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('the initial reads on tint %d', (tint) => {
    expect(contrast(token[`ink-${tint}`]!, token[`tint-${tint}`]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(labelColors)('the label colour %s reads on its own wash', (color) => {
    const ink = token[`label-${color}`]!;
    for (const ground of ['surface', 'ground']) {
      expect(contrast(ink, washed(ink, token[ground]!))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

const src = path.join(__dirname, '../..');
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);

it('every size of a text grows with the font size that is set in the browser', () => {
  // Below 16 px, a phone would zoom into a field. The words of the bar share the width of the screen.
  const bounded = new Set(['max(16px, 1rem)', 'clamp(10px, 3.2vw, 0.6875rem)']);
  const fixed = sheets.flatMap((name) =>
    [...readFileSync(path.join(src, name), 'utf8').matchAll(/font(?:-size)?: ([^;]*px[^;]*);/g)]
      .filter(([, size]) => !bounded.has(size!))
      .map(([rule]) => `${name}: ${rule}`),
  );
  expect(fixed).toEqual([]);
});

it('every token that a sheet names is defined', () => {
  const defined = new Set([...css.matchAll(/^\s*(--e-[\w-]+):/gm)].map(([, name]) => name));
  const missing = sheets.flatMap((name) =>
    [...readFileSync(path.join(src, name), 'utf8').matchAll(/var\((--e-[\w-]+)\)/g)].flatMap(
      ([, token]) => (defined.has(token) ? [] : `${name}: ${token}`),
    ),
  );
  expect(sheets.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
