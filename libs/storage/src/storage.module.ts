import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, Module, type DynamicModule } from '@nestjs/common';
import {
  type Environment,
  type HealthCheck,
  parseConfig,
  provideHealthCheck,
  SERVICE_ENV,
} from '@engawa/service-kit';
import { z } from 'zod';
import { FileLinkSigner } from './file-link';
import { FILE_STORE, type FileStore } from './file-store';
import { FolderStore } from './folder-store';
import { S3Store } from './s3-store';

const secretKey = z.object({ ENGAWA_SECRET_KEY: z.string().min(32).optional() });
const folderConfig = z.object({ FILES_DIR: z.string() });
const s3Config = z.object({
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().min(3).max(63).default('engawa'),
  S3_ACCESS_KEY: z.string(),
  S3_SECRET_KEY: z.string(),
});

/** The store that the environment asks for: S3 where `S3_ENDPOINT` is set, else `FILES_DIR`. */
export function fileStoreFrom(env: Environment): FileStore {
  if (!env['S3_ENDPOINT']) return new FolderStore(parseConfig(folderConfig, env).FILES_DIR);
  const config = parseConfig(s3Config, env);
  return new S3Store({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
  });
}

/** A signer whose secret is derived from `ENGAWA_SECRET_KEY`, so that all replicas agree. */
export function linkSignerFrom(env: Environment): FileLinkSigner {
  const { ENGAWA_SECRET_KEY } = parseConfig(secretKey, env);
  if (!ENGAWA_SECRET_KEY) {
    new Logger('Storage').warn('Without ENGAWA_SECRET_KEY links to files end with this process');
  }
  const secret = ENGAWA_SECRET_KEY ?? randomBytes(32).toString('base64');
  return new FileLinkSigner(createHmac('sha256', secret).update('file links').digest('base64url'));
}

/** Ready only while files can be stored. */
@Injectable()
export class StorageHealth implements HealthCheck {
  readonly name = 'files';

  constructor(@Inject(FILE_STORE) private readonly store: FileStore) {}

  async check(): Promise<void> {
    await this.store.check();
  }
}

/** Gives `FILE_STORE` and `FileLinkSigner` to the whole service. */
@Module({})
export class StorageModule {
  static forRoot(): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [
        { provide: FILE_STORE, useFactory: fileStoreFrom, inject: [SERVICE_ENV] },
        { provide: FileLinkSigner, useFactory: linkSignerFrom, inject: [SERVICE_ENV] },
        StorageHealth,
        provideHealthCheck(StorageHealth),
      ],
      exports: [FILE_STORE, FileLinkSigner],
    };
  }
}
