import http from 'node:http';
import https from 'node:https';
import { Client, CopyDestinationOptions, CopySourceOptions, type BucketItem } from 'minio';
import {
  checkedKey,
  FileMissingError,
  type FileStore,
  type OpenedFile,
  type StoredFileFacts,
} from './file-store';
import { mapUnavailable } from './unavailable';

/** How long a store may leave a request without the beginning of an answer. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Connection to an S3-compatible store. */
export interface S3Settings {
  /** `http://host:port` or `https://host`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  answerTimeoutMs?: number;
}

/** Files in a bucket of an S3-compatible store; the first `check` creates the bucket. */
export class S3Store implements FileStore {
  private readonly client: Client;

  constructor(private readonly settings: S3Settings) {
    const url = new URL(settings.endpoint);
    const secure = url.protocol === 'https:';
    this.client = new Client({
      endPoint: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      useSSL: secure,
      region: settings.region,
      accessKey: settings.accessKey,
      secretKey: settings.secretKey,
      pathStyle: true,
      transport: withTimeout(secure, settings.answerTimeoutMs ?? ANSWER_TIMEOUT_MS),
    });
  }

  async put(key: string, content: Buffer, contentType: string): Promise<void> {
    const { bucket } = this.settings;
    const facts = { 'Content-Type': contentType };
    await mapUnavailable(
      this.client.putObject(bucket, checkedKey(key), content, content.length, facts),
    );
  }

  async open(key: string): Promise<OpenedFile> {
    const facts = await this.find(key);
    if (facts === null) throw new FileMissingError(key);
    const stream = await mapUnavailable(this.client.getObject(this.settings.bucket, key)).catch(
      (error: unknown) => {
        throw isMissing(error) ? new FileMissingError(key) : error;
      },
    );
    return { ...facts, stream };
  }

  async find(key: string): Promise<StoredFileFacts | null> {
    try {
      const { bucket } = this.settings;
      const found = await mapUnavailable(this.client.statObject(bucket, checkedKey(key)));
      const type = found.metaData['content-type'] as string | undefined;
      return { size: found.size, contentType: type ?? 'application/octet-stream' };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const { bucket } = this.settings;
    await mapUnavailable(
      this.client.copyObject(
        new CopySourceOptions({ Bucket: bucket, Object: checkedKey(from) }),
        new CopyDestinationOptions({ Bucket: bucket, Object: checkedKey(to) }),
      ),
    ).catch((error: unknown) => {
      throw isMissing(error) ? new FileMissingError(from) : error;
    });
  }

  async remove(key: string): Promise<void> {
    await mapUnavailable(this.client.removeObject(this.settings.bucket, checkedKey(key)));
  }

  async removeBelow(path: string): Promise<void> {
    const { bucket } = this.settings;
    const remove = async () => {
      for await (const found of this.client.listObjectsV2(bucket, `${checkedKey(path)}/`, true)) {
        await this.client.removeObject(bucket, (found as BucketItem).name!);
      }
    };
    await mapUnavailable(remove());
  }

  /** Creates the bucket if it is missing. */
  async check(): Promise<void> {
    const { bucket, region } = this.settings;
    if (await this.client.bucketExists(bucket)) return;
    await this.client.makeBucket(bucket, region).catch((error: unknown) => {
      // Two replicas that start together may both create it.
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
    });
  }
}

/**
 * The client's transport with a timeout for the beginning of an answer. Its content may take longer:
 * a slow reader must not end it.
 */
function withTimeout(secure: boolean, timeoutMs: number): Pick<typeof http, 'request'> {
  const request = (
    options: https.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest => {
    const sent = (secure ? https : http).request({ ...options, timeout: timeoutMs }, (response) => {
      sent.setTimeout(0);
      onResponse(response);
    });
    sent.on('timeout', () => {
      const reason = Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' });
      sent.destroy(reason);
    });
    return sent;
  };
  return { request: request as typeof http.request };
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}

function isMissing(error: unknown): boolean {
  return ['NotFound', 'NoSuchKey'].includes(codeOf(error));
}
