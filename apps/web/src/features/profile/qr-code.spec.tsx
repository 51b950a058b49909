import { render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { QrCode } from './qr-code';

const uri =
  'otpauth://totp/Engawa:wataru%40example.com?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Engawa';

/** The dark modules covered by a path, row by row. */
function drawn(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
}

it('draws every module of the text, dark on white, with four of white around', () => {
  render(<QrCode text={uri} label="QRコード" />);
  const code = screen.getByRole('img', { name: 'QRコード' });
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const bare = encode(uri, { ecc: 'M', border: 0 });
  expect(size).toBe(bare.size + 8);
  expect(code.querySelector('rect')?.getAttribute('fill')).toBe('#fff');
  expect(code.querySelector('rect')?.getAttribute('width')).toBe(String(size));
  const path = code.querySelector('path');
  expect(path?.getAttribute('fill')).toBe('#000');
  const rows = drawn(path?.getAttribute('d') ?? '', size);
  expect(rows.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(bare.data);
  expect(rows.flat().filter(Boolean)).toHaveLength(bare.data.flat().filter(Boolean).length);
});
