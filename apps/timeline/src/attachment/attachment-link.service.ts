import { Injectable } from '@nestjs/common';
import type { Attachment } from '@engawa/contracts';
import { FileLinkSigner, imageTypes } from '@engawa/storage';
import type { StoredAttachment } from '../thread/thread.schema';

/** Gives stored attachments the links that open them. */
@Injectable()
export class AttachmentLinkService {
  constructor(private readonly signer: FileLinkSigner) {}

  answer(space: string, file: StoredAttachment): Attachment {
    const { id, fileType, size, title, hasThumb, width, height } = file;
    const url = this.link(space, id, 'original');
    const thumbUrl = hasThumb ? this.link(space, id, 'thumb') : null;
    return { id, fileType, size, title, url, thumbUrl, width, height };
  }

  /** The first picture of a post or comment (source: photoUrl); null where it has none. */
  photoUrl(attachments: readonly Attachment[]): string | null {
    return attachments.find((file) => imageTypes.includes(file.fileType))?.url ?? null;
  }

  private link(space: string, fileId: string, form: 'original' | 'thumb'): string {
    return `/api/v1/attachments/${space}/${fileId}/${form}?${this.signer.sign({ space, fileId, form })}`;
  }
}
