import type { CsvEncoding } from '@engawa/contracts';

/** `Content-Disposition` of a download; the name may be in any script (RFC 6266). */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

/** `Content-Type` of a CSV in the given encoding. */
export function csvType(encoding: CsvEncoding): string {
  return `text/csv; charset=${encoding === 'cp932' ? 'shift_jis' : encoding}`;
}
