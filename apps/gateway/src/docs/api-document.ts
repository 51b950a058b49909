import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Logger } from '@nestjs/common';
import type { Locale, ProblemCode } from '@engawa/contracts';
import {
  SchemaComponents,
  problemAnswers,
  statusOf,
  type OpenApiDocument,
} from '@engawa/service-kit';
import { request } from 'undici';
import { addressOf, runningUpstreams, type GatewayConfig } from '../gateway.config';
import { openPrefixes, prefixOf, type Upstream } from '../route-table';
import { completeDocument } from './complete-document';
import { mergeDocuments } from './merge-documents';
import { infoOf, securitySchemes, tagText, translateOperations } from './document-texts';
import { ownDocument } from './own-document';

const TIMEOUT = 5_000;
/** A complete document is rebuilt after this time (ms); one that lacks a service much sooner. */
const COMPLETE_TTL_MS = 60_000;
const PARTIAL_TTL_MS = 3_000;

/** The problem codes the gateway may answer for any operation. */
const gatewayCodes: readonly ProblemCode[] = [
  'request.malformed',
  'request.headers-too-large',
  'auth.session-ended',
  'auth.token-outdated',
  'gateway.rate.limited',
  'gateway.service.unreachable',
  'gateway.service.timeout',
  'internal.not-ready',
];

const openCodes: readonly ProblemCode[] = [
  ...gatewayCodes,
  'auth.token-invalid',
  'auth.token-expired',
];

interface Made {
  text: string;
  /** Compressed once, on first request. */
  compressed: Promise<Buffer> | null;
  etag: string;
  document: OpenApiDocument;
  until: number;
}

/** The document as sent; `etag` changes only with the document. */
export interface ServedDocument {
  body: string | Buffer;
  etag: string;
}

const compress = promisify(gzip);

/** The OpenAPI document of the installation, merged from its services' documents. */
export class ApiDocument {
  private readonly logger = new Logger('ApiDocument');
  private made: Promise<Made> | null = null;
  private current: Made | null = null;

  constructor(
    private readonly config: GatewayConfig,
    /** The language of texts that exist in both. */
    private readonly locale: Locale,
  ) {}

  async serve(gzipped: boolean): Promise<ServedDocument> {
    const made = await this.get();
    const { text, etag } = made;
    if (!gzipped) return { body: text, etag };
    return { body: await (made.compressed ??= compress(text)), etag };
  }

  async document(): Promise<OpenApiDocument> {
    return (await this.get()).document;
  }

  private async get(): Promise<Made> {
    if (this.current && this.current.until > Date.now()) return this.current;
    // Concurrent requests share one build.
    this.made ??= this.make().finally(() => (this.made = null));
    this.current = await this.made;
    return this.current;
  }

  private async make(): Promise<Made> {
    const names = runningUpstreams(this.config);
    const documents = await Promise.all(names.map((name) => this.fetch(name)));
    const found = names.flatMap((service, index) => {
      const document = documents[index];
      return document ? [{ service, document }] : [];
    });
    const missing = names.filter((_, index) => !documents[index]);
    const own = ownDocument();
    const merged = mergeDocuments([{ service: 'gateway', document: own }, ...found]);
    for (const conflict of merged.conflicts) this.logger.error(conflict);
    addGatewayAnswers(merged.paths);
    translateOperations(merged.paths, this.locale);
    const { headers, examples, responses } = completeDocument(merged.paths, this.locale);
    const document: OpenApiDocument & { 'x-missing-services'?: string[] } = {
      openapi: '3.1.0',
      info: infoOf(this.locale),
      servers: [{ url: new URL(this.config.ENGAWA_PUBLIC_URL).origin }],
      tags: merged.tags.map((tag) => ({ ...tag, ...tagText(tag.name, this.locale) })),
      webhooks: own.webhooks!,
      paths: Object.fromEntries(Object.entries(merged.paths).sort(([a], [b]) => (a < b ? -1 : 1))),
      components: {
        schemas: Object.fromEntries(
          Object.entries(merged.schemas).sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
        responses,
        headers,
        examples,
        securitySchemes,
      },
      ...(missing.length > 0 ? { 'x-missing-services': missing } : {}),
    };
    const until = Date.now() + (missing.length > 0 ? PARTIAL_TTL_MS : COMPLETE_TTL_MS);
    const text = JSON.stringify(document);
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    return { text, compressed: null, etag, document, until };
  }

  private async fetch(name: Upstream): Promise<OpenApiDocument | null> {
    try {
      const answer = await request(`${addressOf(this.config, name)}/openapi.json`, {
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
      return (await answer.body.json()) as OpenApiDocument;
    } catch (error) {
      this.logger.warn({ err: error, service: name }, 'its API is missing in the document');
      return null;
    }
  }
}

/**
 * Adds the gateway's own error responses, without overwriting those a service documents for the
 * same status.
 */
function addGatewayAnswers(paths: OpenApiDocument['paths']): void {
  const answers = problemAnswers([...gatewayCodes, 'request.timeout'], new SchemaComponents());
  for (const [path, item] of Object.entries(paths)) {
    for (const operation of Object.values(item)) {
      const isOpen = operation.security?.length === 0;
      // Callers that need no token may still send an expired one.
      const isLenient = isOpen && openPrefixes.has(prefixOf(path));
      const codes = [...(isOpen && !isLenient ? openCodes : gatewayCodes)];
      if (operation.requestBody) codes.push('request.timeout');
      for (const code of codes) {
        const status = String(statusOf(code));
        if (status === '401' && isLenient) continue;
        const said = operation.responses[status];
        const known = said?.['x-codes'] as ProblemCode[] | undefined;
        if (!said) operation.responses[status] = structuredClone(answers[status]!);
        else if (known) said['x-codes'] = [...new Set([...known, code])];
      }
    }
  }
}
