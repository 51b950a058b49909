import type { CsvEncoding } from '@engawa/contracts';

/** `Content-Disposition` of a file to save, its name in any script. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

/** `Content-Type` of a CSV in an encoding, by the names of the web. */
export function csvType(encoding: CsvEncoding): string {
  return `text/csv; charset=${encoding === 'cp932' ? 'shift_jis' : encoding}`;
}
