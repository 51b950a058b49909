import { type Locale, type Problem } from '@engawa/contracts';
import { ProblemError, inputProblem, problemDocument } from '@engawa/service-kit';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { catalogue, instructions, notice, type ListedTool } from './mcp-catalogue';
import { RefusedCall, type McpCaller } from './mcp-caller';
import { resourceAt, resources } from './resources';

/** Shared: each server would otherwise create its own validator, which takes a millisecond. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** What one call runs with. */
interface Call {
  readonly caller: McpCaller;
  readonly requestId: string;
  /** Reports a failure of ours; the answer does not contain its cause. */
  readonly report: (error: unknown) => void;
}

/** A server for one request: nothing is kept between requests, so any replica answers (API-5). */
export function mcpServer(call: Call): Server {
  const { caller } = call;
  const { locale } = caller;
  const server = new Server(
    { name: 'engawa', title: 'Engawa', version: '1' },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: instructions[locale],
      jsonSchemaValidator,
    },
  );
  const tools = catalogue[locale];
  const allowed = ({ needs }: { needs: ListedTool['tool']['needs'] }) =>
    needs.every((permission) => caller.can(permission));

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()]
      .filter(({ tool }) => allowed(tool))
      .map(({ description }) => description),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const listed = tools.get(params.name);
    if (!listed) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return runTool(call, listed, params.arguments ?? {});
  });
  const readable = resources.filter(allowed);
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: readable
      .filter(({ template }) => !template.includes('{'))
      .map(({ name, template, title }) => ({
        ...{ name, uri: template, title: title[locale], mimeType: 'application/json' },
      })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: readable
      .filter(({ template }) => template.includes('{'))
      .map(({ name, template, title }) => ({
        ...{ name, uriTemplate: template, title: title[locale], mimeType: 'application/json' },
      })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(call, params));
  return server;
}

async function runTool(
  call: Call,
  { tool, input, description }: ListedTool,
  given: unknown,
): Promise<CallToolResult> {
  const { caller } = call;
  const { locale } = caller;
  try {
    const used = caller.recordUse(tool.name);
    if (!tool.annotations.readOnlyHint) await used;
    const structuredContent = await recorded(used, async () => {
      requireAll(caller, tool.needs);
      const parsed = input.safeParse(given);
      if (!parsed.success) throw inputProblem('body', parsed.error.issues, locale, given);
      return tool.run(caller, parsed.data);
    });
    const text = JSON.stringify(structuredContent);
    const marks = tool.annotations.readOnlyHint ? [notice[locale]] : [];
    return {
      content: [...marks, text].map((one) => ({ type: 'text', text: one })),
      structuredContent: structuredContent as Record<string, unknown>,
    };
  } catch (error) {
    const text = JSON.stringify(problemOf(call, error, description.name));
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

async function readResource(call: Call, { uri }: { uri: string }) {
  const { caller } = call;
  try {
    const found = resourceAt(uri);
    if (!found) throw new ProblemError('request.route-not-found');
    const content = await recorded(caller.recordUse(found.resource.name), async () => {
      requireAll(caller, found.resource.needs);
      return found.resource.read(caller, found.id, found.query);
    });
    const text = JSON.stringify({ notice: notice[caller.locale], ...content });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  } catch (error) {
    const problem = problemOf(call, error, uri);
    const code = problem.status === 404 ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
    throw new McpError(problem.status >= 500 ? ErrorCode.InternalError : code, problem.title, {
      uri,
      problem,
    });
  }
}

/**
 * Runs a call while its audit record is written. A call is neither answered nor refused without the
 * record.
 */
async function recorded<Answer>(used: Promise<void>, run: () => Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.allSettled([run(), used]);
  await used;
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/** Of the protocol; the SDK does not export it. */
const RESOURCE_NOT_FOUND = -32002;

function requireAll(caller: McpCaller, needs: ListedTool['tool']['needs']): void {
  if (!needs.every((permission) => caller.can(permission))) {
    throw new ProblemError('auth.forbidden');
  }
}

/** The REST API's problem, in the caller's language. */
function problemOf(call: Call, error: unknown, instance: string): Problem {
  if (error instanceof RefusedCall) return error.problem;
  const known = error instanceof ProblemError;
  if (!known || error.status >= 500) call.report(error);
  const problem = known ? error : new ProblemError('internal.unexpected');
  const locale: Locale = call.caller.locale;
  return problemDocument(problem, { locale, requestId: call.requestId, instance });
}
