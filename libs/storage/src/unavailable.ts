/** The store cannot be reached, does not answer, or has no space left: the same may work later. */
export class FileStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The file store is unavailable', { cause });
    this.name = 'FileStoreUnavailableError';
  }
}

/** System errors of connections and of full or broken disks. */
const systemCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO'],
]);

/** Codes in answers of S3-compatible stores; MinIO has its own for a full disk and for starting. */
const s3Codes: ReadonlySet<unknown> = new Set([
  ...['InternalError', 'ServiceUnavailable', 'SlowDown', 'RequestTimeout'],
  ...['XMinioStorageFull', 'XMinioServerNotInitialized', 'XMinioReadQuorum', 'XMinioWriteQuorum'],
]);

/** Rethrows the errors of an unavailable store as `FileStoreUnavailableError`. */
export async function mapUnavailable<Result>(action: Promise<Result>): Promise<Result> {
  try {
    return await action;
  } catch (error) {
    throw isUnavailable(error) ? new FileStoreUnavailableError(error) : error;
  }
}

function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // The client of S3 reports a status such as 503 by its message alone, after its retry.
  const retriedInVain = String(message).startsWith('Request failed after ');
  return systemCodes.has(code) || s3Codes.has(code) || retriedInVain;
}
