import { Inject, Injectable } from '@nestjs/common';
import {
  extensionOf,
  FILE_STORE,
  FileMissingError,
  type FileStore,
  storagePath,
  thumbnailPath,
} from '@engawa/storage';
import { AttachmentRepository, type AttachmentTarget } from './attachment.repository';

/** Moves files to the path of their post or comment (specification, section 7). */
@Injectable()
export class AttachmentPlacementService {
  constructor(
    private readonly attachments: AttachmentRepository,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /**
   * Safe to repeat after a stop at any step: copy the file, update its record with the former keys,
   * delete the copies there, forget the keys; readers always find one of the two.
   */
  async moveToThread(space: string, target: AttachmentTarget): Promise<void> {
    const files = await this.attachments.findOfThread(space, target);
    for (const file of files) await this.removeFormer(space, file.id, file.formerKeys);
    const taken = new Set(files.filter((file) => file.settled).map((file) => file.key));
    for (const file of files.filter((candidate) => !candidate.settled)) {
      const plain = finalKey(space, target, file.title);
      const key = taken.has(plain) ? finalKey(space, target, marked(file.title, file.id)) : plain;
      const thumbKey = file.thumbKey && thumbnailPath(key);
      if (!(await this.copied(file.key, key))) continue;
      if (file.thumbKey && thumbKey) await this.copied(file.thumbKey, thumbKey);
      const formerKeys = [file.key, ...(file.thumbKey ? [file.thumbKey] : [])];
      await this.attachments.markPlaced(space, file.id, { key, thumbKey, formerKeys });
      taken.add(key);
      await this.removeFormer(space, file.id, formerKeys);
    }
  }

  private async removeFormer(space: string, id: string, keys: string[] = []): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) await this.files.remove(key);
    await this.attachments.forgetFormerKeys(space, id);
  }

  /** Returns false when there is nothing to copy; then the record stays unchanged. */
  private async copied(from: string, to: string): Promise<boolean> {
    try {
      await this.files.copy(from, to);
      return true;
    } catch (error) {
      if (error instanceof FileMissingError) return false;
      throw error;
    }
  }
}

function finalKey(space: string, target: AttachmentTarget, name: string): string {
  const { postId, commentId } = target;
  return commentId === null
    ? storagePath.post(space, postId, name)
    : storagePath.comment(space, postId, commentId, name);
}

/** A second file of the same name gets the end of its id. */
function marked(title: string, id: string): string {
  const extension = extensionOf(title);
  const stem = extension === '' ? title : title.slice(0, -extension.length - 1);
  return `${stem}-${id.slice(-8)}${extension === '' ? '' : `.${extension}`}`;
}
