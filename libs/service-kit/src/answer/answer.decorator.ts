import { HttpCode, applyDecorators } from '@nestjs/common';
import type { ProblemCode } from '@engawa/contracts';
import type { z } from 'zod';
import { mark, markHandler, marksOf } from './handler-marks';

interface AnswerOptions {
  description?: string;
  /** Default: an `ETag` when the answer has a `version`. */
  etag?: boolean;
  /** Whether `Prefer: return=minimal` is answered without a body. */
  minimal?: boolean;
  /** For answers that are not JSON, such as `text/csv`. */
  mediaType?: string;
}

/**
 * Status and schema of a handler's answer. Fields that the schema does not know are never sent.
 * `@Answer(204, null)` sends no body.
 */
export function Answer(
  status: number,
  schema: z.ZodType | null,
  options: AnswerOptions = {},
): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    mark({
      status,
      answer: schema,
      answerDescription: options.description,
      etag: options.etag,
      minimal: options.minimal,
      mediaType: options.mediaType,
    }),
  );
}

interface OperationOptions {
  summary?: string;
  description?: string;
}

/** The operation's name in the OpenAPI document, such as `createPost`. */
export function Operation(operationId: string, options: OperationOptions = {}): MethodDecorator {
  return mark({ operationId, ...options });
}

/** Problems of this operation, in addition to those of every operation. */
export function Problems(...codes: ProblemCode[]): MethodDecorator {
  return (target, key) => {
    const handler = (target as Record<string | symbol, object>)[key]!;
    markHandler(target, key, { problems: [...(marksOf(handler).problems ?? []), ...codes] });
  };
}

/** Describes a body that no DTO parses, as an OpenAPI media type map. */
export function RequestBody(content: Record<string, unknown>): MethodDecorator {
  return mark({ requestBody: content });
}

/** Describes a multipart body; `file` is the OpenAPI schema of its one part, `file`. */
export function UploadBody(file: Record<string, unknown>): MethodDecorator {
  const schema = { type: 'object', required: ['file'], properties: { file } };
  return RequestBody({ 'multipart/form-data': { schema } });
}
