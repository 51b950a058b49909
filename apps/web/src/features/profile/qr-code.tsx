import { useMemo } from 'react';
import { encode } from 'uqr';
import style from './qr-code.module.css';

/** Modules of white around the code that readers need. */
const QUIET_ZONE = 4;
/** A module in CSS pixels; a whole number, for cameras trip over modules of unequal width. */
const MODULE = 4;

/** A text for cameras: dark on white in either colour scheme, with the quiet zone that readers need. */
export function QrCode(props: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(props.text, { ecc: 'M', border: QUIET_ZONE });
    return { size: code.size, path: pathOf(code.data) };
  }, [props.text]);
  return (
    <svg
      className={style.code}
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

/** The dark modules, a stroke of each row at a time. */
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
