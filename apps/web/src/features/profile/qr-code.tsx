import { useMemo } from 'react';
import { encode } from 'uqr';

/** White modules around the code, required by readers. */
const QUIET_ZONE = 4;
/** Size of a module in CSS pixels; an integer, because cameras fail on modules of unequal width. */
const MODULE = 4;

/** A QR code, dark on white in both colour schemes. */
export function QrCode(props: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(props.text, { ecc: 'M', border: QUIET_ZONE });
    return { size: code.size, path: pathOf(code.data) };
  }, [props.text]);
  return (
    <svg
      style={{ flex: 'none', maxWidth: '100%', height: 'auto', borderRadius: 6 }}
      role="img"
      aria-label={props.label}
      width={size * MODULE}
      height={size * MODULE}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as a path, one stroke per run. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  rows.forEach((row, y) => {
    let x = 0;
    while (x < row.length) {
      const begin = x;
      while (row[x]) x += 1;
      if (x > begin) path += `M${begin} ${y}h${x - begin}v1h${begin - x}z`;
      x += 1;
    }
  });
  return path;
}
