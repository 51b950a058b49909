/** Longest file name kept in a path, in bytes of UTF-8; folders and S3 both take it. */
const NAME_MAX_BYTES = 160;

/**
 * A file's name made fit for a path: the last part of what was sent, without control and reserved
 * characters, no leading or trailing dots or spaces, shortened before its extension.
 */
export function pathName(fileName: string): string {
  const last = fileName.normalize('NFC').split(/[\\/]/).pop() ?? '';
  const clean = last
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f:*?"<>|\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (clean === '') return 'file';
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : '';
  const stem = extension === '' ? clean : clean.slice(0, dot);
  return shorten(stem, NAME_MAX_BYTES - Buffer.byteLength(extension)) + extension;
}

function shorten(text: string, maxBytes: number): string {
  let result = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    result += character;
  }
  return result;
}

/** The extension of a name in lower case, without its dot; empty where it has none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : '';
}

/** The source's storage paths (section 7). */
export const storagePath = {
  /** `{space}/members/{id}/{uuid}.{ext}` */
  memberPhoto: (space: string, memberId: string, uuid: string, extension: string) =>
    `${space}/members/${memberId}/${uuid}.${extension}`,
  /** `{space}/users/{id}/{uuid}.{ext}` */
  staffPhoto: (space: string, staffId: string, uuid: string, extension: string) =>
    `${space}/users/${staffId}/${uuid}.${extension}`,
  /** `{space}/posts/{postId}/{filename}` */
  post: (space: string, postId: string, fileName: string) =>
    `${space}/posts/${postId}/${pathName(fileName)}`,
  /** `{space}/posts/{postId}/comments/{commentId}/{filename}` */
  comment: (space: string, postId: string, commentId: string, fileName: string) =>
    `${space}/posts/${postId}/comments/${commentId}/${pathName(fileName)}`,
  /** `{space}/drafts/{draftId}/{filename}` */
  draft: (space: string, draftId: string, fileName: string) =>
    `${space}/drafts/${draftId}/${pathName(fileName)}`,
};

/** Where the thumbnail of a stored file lies: beside it. */
export function thumbnailPath(key: string): string {
  const cut = key.lastIndexOf('/');
  return `${key.slice(0, cut)}/thumb-${key.slice(cut + 1)}.webp`;
}
