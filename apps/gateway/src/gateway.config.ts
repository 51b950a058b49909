import { reportTargetOf } from '@engawa/error-report';
import { reportConfig, servicePorts } from '@engawa/service-kit';
import { z } from 'zod';
import { upstreams, type Upstream } from './route-table';

const address = (name: Upstream) =>
  z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${servicePorts[name]}`);
const count = (value: number) => z.coerce.number().int().min(1).default(value);

/** The gateway's environment variables, besides those of events and keys. */
export const gatewayConfig = z.object({
  IDENTITY_URL: address('identity'),
  MEMBERS_URL: address('members'),
  TIMELINE_URL: address('timeline'),
  TASKS_URL: address('tasks'),
  NOTIFICATIONS_URL: address('notifications'),
  SEARCH_URL: address('search'),
  INTEGRATIONS_URL: address('integrations'),
  /** The services that run in this installation; `TARGET` of all-in-one. */
  TARGET: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .optional(),
  /** The built web app; without it, only the API is served. */
  WEB_DIR: z.string().optional(),
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** Maximum wait for the headers of a service's response, in ms. */
  PROXY_TIMEOUT: count(30_000),
  /** Largest upload, in bytes; other bodies are limited by BODY_LIMIT, as in the services. */
  UPLOAD_LIMIT: count(64 * 1024 * 1024),
  BODY_LIMIT: z.coerce
    .number()
    .int()
    .min(1024)
    .default(1024 * 1024),
  /**
   * How long a body may take to arrive, in ms. An upload may take longer while it makes progress.
   */
  BODY_TIMEOUT: count(10_000),
  /** Open requests of one staff member whose bodies have not arrived. */
  OPEN_REQUESTS_PER_STAFF: count(32),
  /** The same per address. */
  OPEN_REQUESTS_PER_ADDRESS: count(128),
  /** Concurrent uploads per staff member. */
  UPLOADS_PER_STAFF: count(8),
  /**
   * How long a request may wait for a free connection to a service, in ms; then it is answered 503
   * instead of sent.
   */
  PROXY_QUEUE_TIMEOUT: count(10_000),
  /** Connections to each service for reads. */
  PROXY_CONNECTIONS: count(64),
  /** Connections to each service for writes. */
  PROXY_WRITE_CONNECTIONS: count(32),
  /** Connections to each service for uploads. */
  PROXY_UPLOAD_CONNECTIONS: count(16),
  /** The database in which all replicas count requests; without it, each counts alone. */
  MONGODB_URI: z.string().min(1).optional(),
  /** How long a request waits for that database before the replica counts alone, in ms. */
  RATE_STORE_TIMEOUT: count(1_000),
  /** Requests per minute per session or API token, or per network without one. */
  RATE_LIMIT: count(6_000),
  /** The same for /api/v1/auth, per network. */
  AUTH_RATE_LIMIT: count(300),
  /** API tokens unknown to identity, per minute and network. */
  WRONG_TOKEN_LIMIT: count(60),
  /**
   * `loopback`: requests from the machine itself are counted but not refused (except at /auth); or
   * `none`.
   */
  RATE_LIMIT_EXEMPT: z.enum(['loopback', 'none']).default('loopback'),
  /** Concurrent live streams per staff member. */
  LIVE_STREAMS_PER_STAFF: count(20),
  /** Origins of images besides the gateway, such as an S3 address. */
  CSP_IMG_SOURCES: z.string().default(''),
  ...reportConfig.shape,
  /** The DSN for browsers, if they reach the error report receiver at another address. */
  SENTRY_WEB_DSN: z
    .string()
    .refine((dsn) => reportTargetOf(dsn) !== null, 'is no DSN (https://KEY@host/PROJECT)')
    .optional(),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;

export function addressOf(config: GatewayConfig, name: Upstream): string {
  return config[`${name.toUpperCase() as Uppercase<Upstream>}_URL`];
}

/** The services that this gateway forwards to. */
export function runningUpstreams(config: GatewayConfig): readonly Upstream[] {
  const { TARGET } = config;
  return TARGET ? upstreams.filter((name) => TARGET.includes(name)) : upstreams;
}
