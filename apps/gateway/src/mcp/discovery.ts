import { assistantScopes } from '@engawa/contracts';
import type { FastifyInstance } from 'fastify';

export const MCP_PATH = '/mcp';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';

/** Tells a refused assistant how to get access (RFC 9728, 5.1). */
export function resourceMetadataAddress(origin: string): string {
  return `${origin}${RESOURCE_METADATA}${MCP_PATH}`;
}

/** Metadata that assistants read before they request a token; the same for everyone. */
export function addDiscovery(
  fastify: FastifyInstance,
  origin: string,
  headers: Readonly<Record<string, string>>,
): void {
  const resource = {
    resource: `${origin}${MCP_PATH}`,
    authorization_servers: [origin],
    scopes_supported: assistantScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Engawa',
  };
  const oauth = `${origin}/api/v1/auth/oauth`;
  const server = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${oauth}/token`,
    registration_endpoint: `${oauth}/register`,
    revocation_endpoint: `${oauth}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: assistantScopes,
  };
  const shared = {
    ...headers,
    'cache-control': 'public, max-age=300',
    // Assistants that run in a page read it too; it contains no personal data.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  for (const [path, document] of [
    [RESOURCE_METADATA, resource],
    [`${RESOURCE_METADATA}${MCP_PATH}`, resource],
    [SERVER_METADATA, server],
  ] as const) {
    fastify.get(path, (_request, reply) => reply.headers(shared).send(document));
  }
}
