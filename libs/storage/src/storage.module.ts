import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import {
  type Environment,
  type HealthCheck,
  parseConfig,
  provideExtension,
  provideHealthCheck,
  SERVICE_ENV,
} from '@engawa/service-kit';
import { z } from 'zod';
import { FILE_STORE, type FileStore } from './file-store';
import { FolderStore } from './folder-store';
import { S3Store } from './s3-store';
import { MultipartExtension } from './uploads';

const folderConfig = z.object({ FILES_DIR: z.string() });
const s3Config = z.object({
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().min(3).max(63).default('engawa'),
  S3_ACCESS_KEY: z.string(),
  S3_SECRET_KEY: z.string(),
});

/** The configured store: S3 if `S3_ENDPOINT` is set, else `FILES_DIR`. */
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

/** Readiness check: files can be stored. */
@Injectable()
export class StorageHealth implements HealthCheck {
  readonly name = 'files';

  constructor(@Inject(FILE_STORE) private readonly store: FileStore) {}

  /** Rejects while files cannot be stored. */
  async check(): Promise<void> {
    await this.store.check();
  }
}

/** Provides `FILE_STORE` to the service, and lets it read uploads. */
@Module({})
export class StorageModule {
  /** Imported once by the root module of a service. */
  static forRoot(): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [
        { provide: FILE_STORE, useFactory: fileStoreFrom, inject: [SERVICE_ENV] },
        StorageHealth,
        provideHealthCheck(StorageHealth),
        MultipartExtension,
        provideExtension(MultipartExtension),
      ],
      exports: [FILE_STORE],
    };
  }
}
