import { Injectable } from '@nestjs/common';
import type { ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SecretService } from '../secret/secret.service';
import { OAuthError } from './assistant.errors';
import { AssistantTokenService } from './assistant-token.service';
import { readClientId, readRegistration, writeClientId } from './program.rules';

type Form = URLSearchParams;

/**
 * The endpoints that programs use: token (OAuth 2.1), revocation (RFC 7009) and registration
 * (RFC 7591). Their bodies and errors have the forms of these documents, not of our API.
 */
@Injectable()
export class OAuthExtension implements ServiceExtension {
  constructor(
    private readonly tokens: AssistantTokenService,
    private readonly secrets: SecretService,
  ) {}

  async beforeListen(
    app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0],
  ): Promise<void> {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    // Encapsulated: no other route takes a form, which any page can make a browser send.
    await fastify.register(async (scope) => {
      const form = 'application/x-www-form-urlencoded';
      scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(body as string)),
      );
      scope.post('/api/v1/auth/oauth/token', ({ body }, reply) =>
        answer(reply, 200, () => this.token(formOf(body))),
      );
      scope.post('/api/v1/auth/oauth/revoke', ({ body }, reply) =>
        answer(reply, 200, async () => {
          await this.tokens.revoke(needed(formOf(body), 'token'));
          return {};
        }),
      );
      scope.post('/api/v1/auth/oauth/register', ({ body }, reply) =>
        answer(reply, 201, async () => this.register(body)),
      );
    });
  }

  private async token(form: Form): Promise<object> {
    const clientId = needed(form, 'client_id');
    if (!readClientId(clientId, this.secrets.programKey)) {
      throw new OAuthError('invalid_client', 'the program is not registered here');
    }
    const asked = { clientId, resource: form.get('resource') };
    switch (needed(form, 'grant_type')) {
      case 'authorization_code':
        return this.tokens.exchangeCode({
          ...asked,
          code: needed(form, 'code'),
          redirectUri: needed(form, 'redirect_uri'),
          verifier: needed(form, 'code_verifier'),
        });
      case 'refresh_token':
        return this.tokens.refresh({ ...asked, refreshToken: needed(form, 'refresh_token') });
      default:
        throw new OAuthError('unsupported_grant_type', 'authorization_code or refresh_token');
    }
  }

  private register(body: unknown): object {
    const program = readRegistration(body);
    return {
      client_id: writeClientId(program, this.secrets.programKey),
      client_name: program.name,
      redirect_uris: program.redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }
}

function formOf(body: unknown): Form {
  if (body instanceof URLSearchParams) return body;
  throw new OAuthError('invalid_request', 'the body is a form');
}

/** The one value of a parameter. */
function needed(form: Form, name: string): string {
  const [value, ...more] = form.getAll(name);
  if (value && more.length === 0) return value;
  throw new OAuthError('invalid_request', `${name} is needed once`);
}

async function answer(
  reply: FastifyReply,
  status: number,
  work: () => Promise<object>,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  try {
    return await reply.status(status).send(await work());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const body = { error: error.code, error_description: error.message };
    return reply.status(error.code === 'invalid_client' ? 401 : 400).send(body);
  }
}
