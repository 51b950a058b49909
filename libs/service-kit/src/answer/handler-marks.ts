import { RouteConfig } from '@nestjs/platform-fastify';
import type { ProblemCode } from '@engawa/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** What our decorators say of one handler, for the answer and the OpenAPI document. */
export interface HandlerMarks {
  operationId?: string;
  summary?: string;
  description?: string;
  status?: number;
  /** Null: an empty answer. */
  answer?: z.ZodType | null;
  answerDescription?: string;
  /** Where the answer is not JSON. */
  mediaType?: string;
  etag?: boolean;
  problems?: readonly ProblemCode[];
  ifMatch?: 'required' | 'optional';
  idempotent?: boolean;
  /** Body that no DTO describes, such as an upload; an OpenAPI media type map. */
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

/** Adds to the marks of a method. */
export function markHandler(target: object, key: string | symbol, added: HandlerMarks): void {
  const handler = (target as Record<string | symbol, object>)[key]!;
  const marks = { ...marksOf(handler), ...added };
  Reflect.defineMetadata(MARKS, marks, handler);
  // Where Nest's own context does not reach, the route tells.
  RouteConfig({ marks })(target, key, { value: handler });
}

export function marksOf(handler: object): HandlerMarks {
  return (Reflect.getMetadata(MARKS, handler) as HandlerMarks | undefined) ?? {};
}

/** The marks of the handler that answers a request; none on routes that no controller has. */
export function marksOfRoute(request: FastifyRequest): HandlerMarks {
  return request.routeOptions.config.marks ?? {};
}

/** A method decorator that only adds marks. */
export function mark(marks: HandlerMarks): MethodDecorator {
  return (target, key) => markHandler(target, key, marks);
}
