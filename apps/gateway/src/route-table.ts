/** Services behind the gateway. */
export const upstreams = [
  'identity',
  'members',
  'timeline',
  'tasks',
  'notifications',
  'search',
  'integrations',
] as const;
export type Upstream = (typeof upstreams)[number];

/** First path segment after `/api/v1` → the service that answers it. */
const routeTable: Readonly<Record<string, Upstream>> = {
  auth: 'identity',
  session: 'identity',
  sessions: 'identity',
  staffs: 'identity',
  profile: 'identity',
  space: 'identity',
  spaces: 'identity',
  'api-tokens': 'identity',
  assistants: 'identity',
  'audit-entries': 'identity',
  'terms-of-use': 'identity',
  'staff-photos': 'identity',
  members: 'members',
  'member-types': 'members',
  'custom-fields': 'members',
  'member-photos': 'members',
  posts: 'timeline',
  comments: 'timeline',
  labels: 'timeline',
  'saved-views': 'timeline',
  'post-templates': 'timeline',
  reactions: 'timeline',
  drafts: 'timeline',
  attachments: 'timeline',
  'read-position': 'timeline',
  tasks: 'tasks',
  'task-filters': 'tasks',
  notifications: 'notifications',
  today: 'notifications',
  search: 'search',
  insights: 'search',
  ranking: 'timeline',
  integrations: 'integrations',
  webhooks: 'integrations',
};

/**
 * Prefixes whose requests need no token: sign-in, refresh and sign-out, perhaps with an expired
 * token. Every public operation with a body is under one of them.
 */
export const openPrefixes: ReadonlySet<string> = new Set(['auth']);

/** The first segment after `/api/v1/`. */
export function prefixOf(url: string): string {
  const start = '/api/v1/'.length;
  for (let end = start; end < url.length; end += 1) {
    const character = url[end];
    if (character === '/' || character === '?') return url.slice(start, end);
  }
  return url.slice(start);
}

export function upstreamOf(prefix: string): Upstream | null {
  return Object.hasOwn(routeTable, prefix) ? routeTable[prefix]! : null;
}
