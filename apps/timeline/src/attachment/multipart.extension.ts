import multipart from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceExtension } from '@engawa/service-kit';

/** Lets handlers read multipart bodies. */
@Injectable()
export class MultipartExtension implements ServiceExtension {
  async beforeListen(app: NestFastifyApplication): Promise<void> {
    await app.register(multipart);
  }
}
