import { reportTargetOf } from '@engawa/error-report';
import { reportConfig, servicePorts } from '@engawa/service-kit';
import { z } from 'zod';
import { upstreams, type Upstream } from './route-table';

const address = (name: Upstream) =>
  z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${servicePorts[name]}`);
const count = (value: number) => z.coerce.number().int().min(1).default(value);

/** What the gateway reads of the environment, besides events and keys. */
export const gatewayConfig = z.object({
  IDENTITY_URL: address('identity'),
  MEMBERS_URL: address('members'),
  TIMELINE_URL: address('timeline'),
  TASKS_URL: address('tasks'),
  NOTIFICATIONS_URL: address('notifications'),
  SEARCH_URL: address('search'),
  INTEGRATIONS_URL: address('integrations'),
  /** Which of them run in this installation; `TARGET` of all-in-one. */
  TARGET: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .optional(),
  /** The built web app; without it only the API answers. */
  WEB_DIR: z.string().optional(),
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** Longest wait for the head of a service's answer, in ms. */
  PROXY_TIMEOUT: count(30_000),
  /** Largest upload, in bytes; other bodies are bounded by BODY_LIMIT, as in the services. */
  UPLOAD_LIMIT: count(64 * 1024 * 1024),
  BODY_LIMIT: z.coerce
    .number()
    .int()
    .min(1024)
    .default(1024 * 1024),
  /** How long a body may take to arrive, in ms. An upload may take longer while it advances. */
  BODY_TIMEOUT: count(10_000),
  /** Requests whose bodies have not arrived, at the same time, of one staff member. */
  OPEN_REQUESTS_PER_STAFF: count(32),
  /** The same for one address. */
  OPEN_REQUESTS_PER_ADDRESS: count(128),
  /** Uploads of one staff member at the same time. */
  UPLOADS_PER_STAFF: count(8),
  /** Connections to each service for reads. */
  PROXY_CONNECTIONS: count(64),
  /** Connections to each service for writes. */
  PROXY_WRITE_CONNECTIONS: count(32),
  /** Connections to each service for uploads. */
  PROXY_UPLOAD_CONNECTIONS: count(16),
  /** Requests a minute for each token, or address without one. */
  RATE_LIMIT: count(6_000),
  /** The same behind /api/v1/auth, for each address. */
  AUTH_RATE_LIMIT: count(300),
  /** API tokens that identity does not know, a minute for each network. */
  WRONG_TOKEN_LIMIT: count(60),
  /** `loopback`: the machine itself is counted but not refused (except at /auth); or `none`. */
  RATE_LIMIT_EXEMPT: z.enum(['loopback', 'none']).default('loopback'),
  /** Live streams of one staff at the same time. */
  LIVE_STREAMS_PER_STAFF: count(20),
  /** Where pictures may come from besides the gateway itself, such as an S3 address. */
  CSP_IMG_SOURCES: z.string().default(''),
  ...reportConfig.shape,
  /** For browsers, where they reach the receiver of error reports at another address. */
  SENTRY_WEB_DSN: z
    .string()
    .refine((dsn) => reportTargetOf(dsn) !== null, 'is no DSN (https://KEY@host/PROJECT)')
    .optional(),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;

export function addressOf(config: GatewayConfig, name: Upstream): string {
  return config[`${name.toUpperCase() as Uppercase<Upstream>}_URL`];
}

/** The services that this gateway reaches. */
export function runningUpstreams(config: GatewayConfig): readonly Upstream[] {
  const { TARGET } = config;
  return TARGET ? upstreams.filter((name) => TARGET.includes(name)) : upstreams;
}
