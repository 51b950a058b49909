import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { ReadFileQuery } from '@engawa/contracts';
import {
  FILE_STORE,
  FileLinkSigner,
  FileMissingError,
  type FileStore,
  imageTypes,
  type LinkedFile,
  type OpenedFile,
} from '@engawa/storage';
import { AttachmentNotFound, LinkExpired } from './attachment.errors';
import { AttachmentRepository } from './attachment.repository';
import type { AttachmentDocument } from './attachment.schema';

/** A file on its way out, with the headers that keep it harmless. */
export interface ServedFile {
  file: StreamableFile;
  headers: Record<string, string>;
}

/** Opens files by signed links, which only answers to a session of the space contain. */
@Injectable()
export class AttachmentFileService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly signer: FileLinkSigner,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /** Throws `LinkExpired` (403) unless the link is ours, and `AttachmentNotFound`. */
  async open(link: LinkedFile, query: ReadFileQuery): Promise<ServedFile> {
    if (!this.signer.verify(link, query.expires, query.signature)) throw new LinkExpired();
    const file = await this.attachments.findById(link.space, link.fileId);
    const key = link.form === 'thumb' ? file?.thumbKey : file?.key;
    if (!file || !key) throw new AttachmentNotFound();
    const opened = await this.openStored(link, file, key);
    const { type, disposition } = presentation(file, link.form);
    return {
      file: new StreamableFile(opened.stream, { length: opened.size, type, disposition }),
      headers: {
        'cache-control': 'private, max-age=3600, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    };
  }

  /** Looks once more where a file that was just moved lies now. */
  private async openStored(
    link: LinkedFile,
    file: AttachmentDocument,
    key: string,
  ): Promise<OpenedFile> {
    try {
      return await this.files.open(key);
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
    }
    const now = await this.attachments.findById(link.space, file.id);
    const moved = link.form === 'thumb' ? now?.thumbKey : now?.key;
    if (!moved || moved === key) throw new AttachmentNotFound();
    return this.files.open(moved);
  }
}

/** Pictures are shown in the page; everything else is only saved, and never run. */
function presentation(
  file: AttachmentDocument,
  form: LinkedFile['form'],
): { type: string; disposition: string } {
  if (form === 'thumb') return { type: 'image/webp', disposition: 'inline' };
  const inline = imageTypes.includes(file.fileType);
  const runnable = /html|xml|svg|script/.test(file.fileType);
  return {
    type: runnable ? 'application/octet-stream' : file.fileType,
    disposition: `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(file.title)}`,
  };
}

/** RFC 8187: encodeURIComponent leaves a few characters that a header value must not have. */
function encoded(title: string): string {
  return encodeURIComponent(title).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
