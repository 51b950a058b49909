import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument } from '@engawa/service-kit';
import { prefixOf, upstreamOf, type Upstream } from '../route-table';

export interface Merged {
  paths: OpenApiDocument['paths'];
  schemas: Record<string, unknown>;
  tags: { name: string; description?: string }[];
  /** Conflicts between the documents; a bug that must be reported. */
  conflicts: string[];
}

/**
 * Merges the services' documents. If two services define a component differently, the later one is
 * prefixed with its service's name; an operation that the route table sends elsewhere, or whose id
 * is taken, is omitted and reported.
 */
export function mergeDocuments(
  documents: readonly { service: Upstream | 'gateway'; document: OpenApiDocument }[],
): Merged {
  const merged: Merged = { paths: {}, schemas: {}, tags: [], conflicts: [] };
  const operationIds = new Map<string, string>();
  for (const { service, document } of documents) {
    const { paths, schemas } = withFreeNames(service, document, merged.schemas);
    Object.assign(merged.schemas, schemas);
    merged.tags.push(...(document.tags ?? []));
    for (const [path, item] of Object.entries(paths)) {
      const owner = service === 'gateway' ? service : upstreamOf(prefixOf(path));
      for (const [method, operation] of Object.entries(item)) {
        const place = `${method.toUpperCase()} ${path}`;
        const holder = operationIds.get(operation.operationId);
        if (owner !== service) {
          merged.conflicts.push(`${place} of ${service} is routed to ${owner ?? 'nobody'}`);
        } else if (holder !== undefined) {
          merged.conflicts.push(`${operation.operationId}: ${place} and ${holder}`);
        } else {
          operationIds.set(operation.operationId, place);
          (merged.paths[path] ??= {})[method] = operation;
        }
      }
    }
  }
  return merged;
}

const REF = '#/components/schemas/';

function withFreeNames(
  service: string,
  document: OpenApiDocument,
  taken: Readonly<Record<string, unknown>>,
): { paths: OpenApiDocument['paths']; schemas: Record<string, unknown> } {
  const own = document.components.schemas;
  const renamed = new Set<string>();
  const clashes = (name: string) =>
    name in taken && !isDeepStrictEqual(taken[name], own[name]) ? true : false;
  for (const name of Object.keys(own)) if (clashes(name)) renamed.add(name);
  // A schema that refers to a renamed one has to be renamed too.
  for (let grew = true; grew;) {
    grew = false;
    for (const [name, schema] of Object.entries(own)) {
      if (!(name in taken) || renamed.has(name)) continue;
      if (refsOf(schema).some((ref) => renamed.has(ref))) {
        renamed.add(name);
        grew = true;
      }
    }
  }
  if (renamed.size === 0) return { paths: document.paths, schemas: own };
  const prefix = service[0]!.toUpperCase() + service.slice(1);
  const nameOf = (name: string) => (renamed.has(name) ? `${prefix}${name}` : name);
  return {
    paths: withRefs(document.paths, nameOf) as OpenApiDocument['paths'],
    schemas: Object.fromEntries(
      Object.entries(own).map(([name, schema]) => [nameOf(name), withRefs(schema, nameOf)]),
    ),
  };
}

/** Names of the components that a part of a document refers to. */
export function refsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(refsOf);
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(REF)
      ? [value.slice(REF.length)]
      : refsOf(value),
  );
}

function withRefs(node: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map((entry) => withRefs(entry, nameOf));
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith(REF)
        ? [key, REF + nameOf(value.slice(REF.length))]
        : [key, withRefs(value, nameOf)],
    ),
  );
}
