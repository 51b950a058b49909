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
/** Container of old Office files, and of password-protected new ones. */
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
  docx: [`${officeOpen}.wordprocessingml.document`, zip, compound],
  xlsx: [`${officeOpen}.spreadsheetml.sheet`, zip, compound],
  pptx: [`${officeOpen}.presentationml.presentation`, zip, compound],
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
    // Not by `found`: the first letters of a text may be the magic bytes of another kind ("BM").
    if (!looksLikeText(content)) {
      throw new DisguisedFileError(fileName, found ?? 'application/octet-stream');
    }
    return { fileType: asText, image: false };
  }
  const allowed = expected[extension];
  if (allowed !== undefined && (found === undefined || !allowed.includes(found))) {
    throw new DisguisedFileError(fileName, found ?? plainType(content));
  }
  const fileType = found === 'image/apng' ? 'image/png' : (found ?? plainType(content));
  return { fileType, image: imageTypes.includes(fileType) };
}

function plainType(content: Buffer): string {
  return looksLikeText(content) ? 'text/plain' : 'application/octet-stream';
}

/** Bytes that are checked for being text. */
const TEXT_SAMPLE_BYTES = 65_536;
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Text in any common encoding has no control characters except tabs, line ends and escapes. */
function looksLikeText(content: Buffer): boolean {
  const sample = content.subarray(0, TEXT_SAMPLE_BYTES);
  const encoding = wideEncoding(sample);
  return encoding === null ? sample.every(isTextCode) : isWideText(sample, encoding);
}

function isTextCode(code: number): boolean {
  return code >= 0x20 || textControls.has(code);
}

/** UTF-16 by its byte order mark; null for other encodings. */
function wideEncoding(content: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le';
  return content[0] === 0xfe && content[1] === 0xff ? 'utf-16be' : null;
}

function isWideText(sample: Buffer, encoding: 'utf-16le' | 'utf-16be'): boolean {
  try {
    // As a stream: the sample may end within a surrogate pair.
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return Array.from(text).every((character) => isTextCode(character.charCodeAt(0)));
  } catch {
    return false;
  }
}
