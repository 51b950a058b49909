import { Client, CopyDestinationOptions, CopySourceOptions } from 'minio';
import {
  checkedKey,
  FileMissingError,
  type FileStore,
  type OpenedFile,
  type StoredFileFacts,
} from './file-store';

/** Connection to an S3-compatible store. */
export interface S3Settings {
  /** `http://host:port` or `https://host`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** Files in a bucket of an S3-compatible store; the first `check` creates the bucket. */
export class S3Store implements FileStore {
  private readonly client: Client;

  constructor(private readonly settings: S3Settings) {
    const url = new URL(settings.endpoint);
    this.client = new Client({
      endPoint: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      useSSL: url.protocol === 'https:',
      region: settings.region,
      accessKey: settings.accessKey,
      secretKey: settings.secretKey,
      pathStyle: true,
    });
  }

  async put(key: string, content: Buffer, contentType: string): Promise<void> {
    await this.client.putObject(this.settings.bucket, checkedKey(key), content, content.length, {
      'Content-Type': contentType,
    });
  }

  async open(key: string): Promise<OpenedFile> {
    const facts = await this.find(key);
    if (facts === null) throw new FileMissingError(key);
    const stream = await this.client.getObject(this.settings.bucket, key).catch((error) => {
      throw isMissing(error) ? new FileMissingError(key) : error;
    });
    return { ...facts, stream };
  }

  async find(key: string): Promise<StoredFileFacts | null> {
    try {
      const found = await this.client.statObject(this.settings.bucket, checkedKey(key));
      const type = found.metaData['content-type'] as string | undefined;
      return { size: found.size, contentType: type ?? 'application/octet-stream' };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const { bucket } = this.settings;
    await this.client
      .copyObject(
        new CopySourceOptions({ Bucket: bucket, Object: checkedKey(from) }),
        new CopyDestinationOptions({ Bucket: bucket, Object: checkedKey(to) }),
      )
      .catch((error: unknown) => {
        throw isMissing(error) ? new FileMissingError(from) : error;
      });
  }

  async remove(key: string): Promise<void> {
    await this.client.removeObject(this.settings.bucket, checkedKey(key));
  }

  async check(): Promise<void> {
    const { bucket, region } = this.settings;
    if (await this.client.bucketExists(bucket)) return;
    await this.client.makeBucket(bucket, region).catch((error: unknown) => {
      // Two replicas that start together may both create it.
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
    });
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}

function isMissing(error: unknown): boolean {
  return ['NotFound', 'NoSuchKey'].includes(codeOf(error));
}
