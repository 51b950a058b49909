import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentContext } from '../context/request-context';
import type { AllowedMethods } from '../start/allowed-methods';
import { contextOf } from '../start/request-hooks';
import { problemOf } from './framework-problem';
import { PROBLEM_TYPE, problemDocument } from './problem-document';
import { ProblemError } from './problem-error';

/** Converts every error to a problem document; an unknown error reveals only its id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  constructor(
    private readonly limits: { bodyLimit: number },
    private readonly allowed: AllowedMethods,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    // Event listeners handle their own errors.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /**
   * Sends the problem of an error: 405 for known paths, 500 with an id for unexpected ones.
   * Destroys a response that has started.
   */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    let problem = problemOf(error, this.limits);
    const methods = request.is404 ? this.allowed.of(request.url) : [];
    if (methods.length > 0) {
      problem = new ProblemError('request.method-not-allowed', {
        headers: { allow: methods.join(', ') },
      });
    }
    if (!problem) {
      this.logger.error({ err: error, requestId: contextOf(request)?.requestId }, 'unexpected');
      problem = new ProblemError('internal.unexpected');
    } else if (problem.status >= 500) {
      this.logger.warn({ err: problem, requestId: contextOf(request)?.requestId }, problem.code);
    }
    if (reply.sent || reply.raw.headersSent) {
      // The response has started; it must not look complete.
      reply.raw.destroy();
      return;
    }
    sendProblem(reply, problem, request);
  }
}

/** Sends a problem outside of Nest's exception filters. */
export function sendProblem(
  reply: FastifyReply,
  problem: ProblemError,
  request: FastifyRequest,
): void {
  const context = contextOf(request) ?? currentContext();
  const body = problemDocument(problem, {
    locale: context?.locale ?? 'ja',
    requestId: context?.requestId ?? request.id,
    instance: request.url.split('?', 1)[0],
  });
  // Headers of the intended answer no longer apply.
  for (const name of ['etag', 'content-length', 'content-encoding', 'content-disposition']) {
    reply.removeHeader(name);
  }
  for (const [name, value] of Object.entries(problem.options.headers ?? {})) {
    reply.header(name, value);
  }
  void reply
    .status(problem.status)
    .header('x-request-id', body.requestId)
    .header('content-type', PROBLEM_TYPE)
    .header('content-language', context?.locale ?? 'ja')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
