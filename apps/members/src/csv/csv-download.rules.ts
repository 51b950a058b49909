/** `Content-Disposition` of a file to save, its name in any script. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
