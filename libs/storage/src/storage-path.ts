/** Longest file name in a path, in UTF-8 bytes; allowed by folders and S3. */
const NAME_MAX_BYTES = 160;

/**
 * Sanitizes a file name for a path: the last segment, without control and reserved characters,
 * leading or trailing dots and spaces, shortened before its extension.
 */
export function pathName(fileName: string): string {
  const last = fileName.normalize('NFC').split(/[\\/]/).pop() ?? '';
  const clean = last
    // eslint-disable-next-line no-control-regex -- they are what is replaced
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

/** The extension in lower case, without its dot; empty without one. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : '';
}

/** Storage paths of the specification (section 7). */
export const storagePath = {
  /** `{space}/members/{id}`: all photos of a member. */
  memberPhotos: (space: string, memberId: string) => `${space}/members/${memberId}`,
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

/** Path of the thumbnail of a stored file. */
export function thumbnailPath(key: string): string {
  const cut = key.lastIndexOf('/');
  return `${key.slice(0, cut)}/thumb-${key.slice(cut + 1)}.webp`;
}
