import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { assistantScopes, type Problem } from '@engawa/contracts';
import type { Api } from './api';

export const everyScope: readonly string[] = assistantScopes;

/** A new API token's text. */
export async function tokenOf(by: Api, scopes: readonly string[]): Promise<string> {
  const { body } = await by.post<{ token: string }>('/api-tokens', { name: '助手', scopes });
  return body.token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * An assistant with the protocol's official client, which validates each answer against the tool's
 * schema.
 */
export class Assistant {
  private constructor(readonly client: Client) {}

  static async connect(
    url: string,
    headers: Record<string, string>,
    language = 'en',
  ): Promise<Assistant> {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { 'accept-language': language, ...headers } },
    });
    return Assistant.over(transport);
  }

  static async over(transport: StreamableHTTPClientTransport): Promise<Assistant> {
    const client = new Client({ name: 'journey', version: '1' });
    await client.connect(transport);
    // The client loads the schemas of the answers it validates.
    await client.listTools();
    return new Assistant(client);
  }

  /** The structured answer of a tool; throws for an error. */
  async use<Answer>(name: string, input: object = {}): Promise<Answer> {
    const result = await this.call(name, input);
    if (result.isError) throw new Error(`${name}: ${textOf(result)}`);
    return result.structuredContent as Answer;
  }

  /** The error text of a tool. */
  async refusal(name: string, input: object = {}): Promise<Problem> {
    const result = await this.call(name, input);
    if (!result.isError) throw new Error(`${name} answered ${textOf(result)}`);
    return JSON.parse(textOf(result)) as Problem;
  }

  async read<Content>(uri: string): Promise<Content> {
    const { contents } = await this.client.readResource({ uri });
    const [content] = contents;
    if (!content || !('text' in content)) throw new Error(`${uri} has no text`);
    return JSON.parse(content.text) as Content;
  }

  call(name: string, input: object): Promise<CallToolResult> {
    return this.client.callTool({
      name,
      arguments: input as Record<string, unknown>,
    }) as Promise<CallToolResult>;
  }
}

export function textOf({ content }: CallToolResult): string {
  const last = content.at(-1);
  return last?.type === 'text' ? last.text : '';
}
