import { fileTypeFromBuffer } from 'file-type';
import { extensionOf } from './storage-path';

/** The kind of a file by its content. */
export interface InspectedFile {
  /** Media type found in the content; text is recognized by its name. */
  fileType: string;
  /** Whether browsers show it and thumbnails are made of it. */
  image: boolean;
}

/** The content does not match the file name (TML-6). */
export class DisguisedFileError extends Error {
  constructor(
    readonly fileName: string,
    readonly fileType: string,
  ) {
    super(`${fileName} is ${fileType} by its content`);
    this.name = 'DisguisedFileError';
  }
}

/** Pictures that are served as they are. Not SVG, which can carry scripts. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const officeOpen = 'application/vnd.openxmlformats-officedocument';
const compound = 'application/x-cfb';
const zip = 'application/zip';

/** Extension → media types allowed for its content. */
const expected: Record<string, readonly string[]> = {
  png: ['image/png', 'image/apng'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  heic: ['image/heic', 'image/heif', 'image/heic-sequence'],
  pdf: ['application/pdf'],
  zip: [zip],
  docx: [`${officeOpen}.wordprocessingml.document`, zip],
  xlsx: [`${officeOpen}.spreadsheetml.sheet`, zip],
  pptx: [`${officeOpen}.presentationml.presentation`, zip],
  doc: [compound, 'application/rtf'],
  xls: [compound],
  ppt: [compound],
  mp3: ['audio/mpeg'],
  mp4: ['video/mp4'],
  mov: ['video/quicktime'],
};

/** Extension → media type of text files, which have no magic bytes. */
const textTypes: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  ics: 'text/calendar',
  vcf: 'text/vcard',
};

/**
 * Detects the kind of a file by its content and compares it with its name. Throws
 * `DisguisedFileError` when they contradict.
 */
export async function inspectFile(content: Buffer, fileName: string): Promise<InspectedFile> {
  const extension = extensionOf(fileName);
  const found = (await fileTypeFromBuffer(content))?.mime;
  const asText = textTypes[extension];

  if (asText !== undefined) {
    const text = found === undefined ? looksLikeText(content) : isMarkup(found);
    if (!text) throw new DisguisedFileError(fileName, found ?? 'application/octet-stream');
    return { fileType: asText, image: false };
  }
  const allowed = expected[extension];
  if (allowed !== undefined && (found === undefined || !allowed.includes(found))) {
    throw new DisguisedFileError(fileName, found ?? plainType(content));
  }
  const fileType = found === 'image/apng' ? 'image/png' : (found ?? plainType(content));
  return { fileType, image: imageTypes.includes(fileType) };
}

function isMarkup(found: string): boolean {
  return found === 'application/xml' || found === 'image/svg+xml';
}

function plainType(content: Buffer): string {
  return looksLikeText(content) ? 'text/plain' : 'application/octet-stream';
}

/** Text in any common encoding has no control characters except tabs, line ends and escapes. */
function looksLikeText(content: Buffer): boolean {
  return content.subarray(0, 65_536).every((byte) => byte >= 0x20 || textControls.has(byte));
}
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
