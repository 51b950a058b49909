import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  checkedKey,
  FileMissingError,
  type FileStore,
  type OpenedFile,
  type StoredFileFacts,
} from './file-store';
import { mapUnavailable } from './unavailable';

/** Attempts of a removal while files are written into the folder. */
const MAX_REMOVALS = 5;
/**
 * Attempts of a write while its folder is removed: several removals, of which each has attempts of its own,
 * may meet the same write.
 */
const MAX_WRITES = 100;

/** Files in a local folder. The media type of `a.png` is in `.a.png.type`. */
export class FolderStore implements FileStore {
  constructor(private readonly folder: string) {}

  /** The media type is written first, so that a visible file always has one. */
  async put(key: string, content: Buffer, contentType: string): Promise<void> {
    const target = this.locate(key);
    const write = async () => {
      await mkdir(path.dirname(target), { recursive: true });
      await writeWhole(typeFile(target), Buffer.from(contentType));
      await writeWhole(target, content);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await mapUnavailable(write());
      } catch (error) {
        // `removeBelow` removed the folder meanwhile.
        if (!isMissing(error) || attempt === MAX_WRITES) throw error;
      }
    }
  }

  async open(key: string): Promise<OpenedFile> {
    const target = this.locate(key);
    const file = await open(target, constants.O_RDONLY).catch((error: unknown) => {
      throw isMissing(error) ? new FileMissingError(key) : error;
    });
    const { size } = await file.stat();
    return { size, contentType: await readType(target), stream: file.createReadStream() };
  }

  async find(key: string): Promise<StoredFileFacts | null> {
    const target = this.locate(key);
    try {
      const { size } = await stat(target);
      return { size, contentType: await readType(target) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const content = await readFile(this.locate(from)).catch((error: unknown) => {
      throw isMissing(error) ? new FileMissingError(from) : error;
    });
    await this.put(to, content, await readType(this.locate(from)));
  }

  async remove(key: string): Promise<void> {
    const target = this.locate(key);
    await rm(target, { force: true });
    await rm(typeFile(target), { force: true });
  }

  async removeBelow(path: string): Promise<void> {
    const whole = { recursive: true, force: true, maxRetries: MAX_REMOVALS } as const;
    await mapUnavailable(rm(this.locate(path), whole));
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await access(this.folder, constants.W_OK);
  }

  private locate(key: string): string {
    return path.join(this.folder, ...checkedKey(key).split('/'));
  }
}

function typeFile(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.type`);
}

async function readType(target: string): Promise<string> {
  const text = await readFile(typeFile(target), 'utf8').catch(unlessMissing);
  return text ?? 'application/octet-stream';
}

/**
 * Written to another name, flushed, then renamed, so that no reader or crash meets a partial file.
 */
async function writeWhole(target: string, content: Buffer): Promise<void> {
  const beside = `${target}.${randomUUID()}.part`;
  const file = await open(beside, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    // On a full disk the part would take the space that is left.
    await rm(beside, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(beside, target);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function unlessMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}
