import { CHART_SERIES, chartColours } from './chart-palette';

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

/** How linear sRGB is seen; the two blindnesses at full strength by Machado and others (2009). */
const eyes: Record<string, Matrix> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'a grey print': [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};
const toXyz: Matrix = [
  [0.4339561, 0.3762206, 0.1898234],
  [0.2126729, 0.7151522, 0.072175],
  [0.0177558, 0.1094683, 0.8727759],
];

const times = (matrix: Matrix, values: Triple): Triple =>
  matrix.map((row) => row.reduce((sum, part, at) => sum + part * values[at]!, 0)) as Triple;

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

/** CIELAB (D65) of a colour as seen. */
function labOf(colour: string, eye: Matrix): Triple {
  const seen = times(eye, linear(colour)).map((part) => Math.min(1, Math.max(0, part))) as Triple;
  const [x, y, z] = times(toXyz, seen).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  ) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: string, other: string, eye: Matrix) => {
  const [a, b] = [labOf(one, eye), labOf(other, eye)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

describe.each(['light', 'dark'] as const)('the colours of charts (%s)', (scheme) => {
  const colours = chartColours[scheme];

  it('are five and one for the others', () => expect(colours).toHaveLength(CHART_SERIES + 1));

  it.each(Object.keys(eyes))('keep neighbours 15 apart for %s', (name) => {
    const distances = colours
      .slice(1)
      .map((colour, at) => Math.round(distance(colours[at]!, colour, eyes[name]!)));
    expect(distances.filter((found) => found < 15)).toEqual([]);
  });

  it('measures what it says', () => {
    expect(distance('#000000', '#ffffff', eyes['all']!)).toBeCloseTo(100, 0);
    expect(distance('#c00000', '#c00000', eyes['deuteranopia']!)).toBe(0);
    // Red and green of one lightness are alike in grey only.
    expect(distance('#b00000', '#006400', eyes['a grey print']!)).toBeLessThan(5);
    expect(distance('#b00000', '#006400', eyes['all']!)).toBeGreaterThan(80);
  });
});
