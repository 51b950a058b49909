const WIDTH = 96;
const HEIGHT = 24;
/** Room for the dot at the end. */
const PADDING = 3;

/** The course of a figure over the periods; periods without a value are skipped. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const last = known.at(-1);
  if (!last) return null;
  const numbers = known.map(({ value }) => value);
  const least = Math.min(...numbers);
  const span = Math.max(...numbers) - least || 1;
  const steps = Math.max(1, values.length - 1);
  const placeOf = ({ value, at }: (typeof known)[number]) =>
    [
      PADDING + (at / steps) * (WIDTH - 2 * PADDING),
      HEIGHT - PADDING - ((value - least) / span) * (HEIGHT - 2 * PADDING),
    ] as const;
  const [x, y] = placeOf(last);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      fill="none"
      stroke="var(--e-soft)"
      strokeWidth={1.5}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <polyline points={known.map((one) => placeOf(one).join(',')).join(' ')} />
      <circle cx={x} cy={y} r={2.5} fill="var(--e-text)" stroke="none" />
    </svg>
  );
}
