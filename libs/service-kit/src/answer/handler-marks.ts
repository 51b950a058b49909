import { RouteConfig } from '@nestjs/platform-fastify';
import type { ProblemCode } from '@engawa/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/**
 * Metadata of a handler, set by our decorators and used for its answer and the OpenAPI document.
 */
export interface HandlerMarks {
  operationId?: string;
  summary?: string;
  description?: string;
  status?: number;
  /** Null: an empty body. */
  answer?: z.ZodType | null;
  answerDescription?: string;
  /** For answers that are not JSON. */
  mediaType?: string;
  etag?: boolean;
  /** Answers `Prefer: return=minimal` without a body. */
  minimal?: boolean;
  problems?: readonly ProblemCode[];
  ifMatch?: 'required' | 'optional';
  idempotent?: boolean;
  /** A body that no DTO describes, such as an upload; an OpenAPI media type map. */
  requestBody?: Record<string, unknown>;
  /** Set by libs/auth. */
  access?: 'public' | 'signed-in' | (string & {});
  beforeOnboarding?: boolean;
  /** Refuses API tokens. */
  sessionOnly?: boolean;
}

const MARKS = Symbol('engawa:marks');

declare module 'fastify' {
  interface FastifyContextConfig {
    marks?: HandlerMarks;
  }
}

/** Adds metadata to a method. */
export function markHandler(target: object, key: string | symbol, added: HandlerMarks): void {
  const handler = (target as Record<string | symbol, object>)[key]!;
  const marks = { ...marksOf(handler), ...added };
  Reflect.defineMetadata(MARKS, marks, handler);
  // Where Nest's execution context is not available, the route carries the metadata.
  RouteConfig({ marks })(target, key, { value: handler });
}

/** The metadata that decorators set on a handler. */
export function marksOf(handler: object): HandlerMarks {
  return (Reflect.getMetadata(MARKS, handler) as HandlerMarks | undefined) ?? {};
}

/** Metadata of the handler of a request; none on routes without a controller. */
export function marksOfRoute(request: FastifyRequest): HandlerMarks {
  return request.routeOptions.config.marks ?? {};
}

/** A method decorator that only adds metadata. */
export function mark(marks: HandlerMarks): MethodDecorator {
  return (target, key) => markHandler(target, key, marks);
}
