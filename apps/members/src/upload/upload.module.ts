import multipart from '@fastify/multipart';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

/** Lets the service read multipart bodies. */
@Module({})
export class UploadModule {
  constructor(host: HttpAdapterHost) {
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register(multipart);
  }
}
