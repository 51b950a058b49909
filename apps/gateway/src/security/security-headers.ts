import { createHash } from 'node:crypto';
import type { GatewayConfig } from '../gateway.config';
import { webReportTarget } from '../web/error-reporting';

type Headers = Readonly<Record<string, string>>;

/**
 * For JSON, and for answers without a body. A browser neither renders nor runs what is declared as
 * JSON, so policies for pages would only be bytes of each answer.
 */
export function jsonHeaders(config: GatewayConfig): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // Meaningless over plain HTTP; on localhost it would affect other projects.
    ...(config.ENGAWA_PUBLIC_URL.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

function shared(config: GatewayConfig): Headers {
  return {
    ...jsonHeaders(config),
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

/** For responses that no browser shows as a page. */
export function apiHeaders(config: GatewayConfig): Headers {
  return {
    ...shared(config),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
}

/**
 * For the web app and the docs page. Scripts are same-origin only, or written in the page and known by
 * their hash; Mantine and swagger-ui write `style` attributes and sheets, which no nonce covers.
 *
 * @param inPage scripts that the page holds
 */
export function pageHeaders(config: GatewayConfig, inPage: readonly string[] = []): Headers {
  const images = ["'self'", 'data:', 'blob:', ...config.CSP_IMG_SOURCES.split(' ')];
  const reports = webReportTarget(config);
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inPage.map(hashSource)].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': images.filter(Boolean).join(' '),
    'font-src': "'self' data:",
    'connect-src': reports ? `'self' ${reports.origin}` : "'self'",
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
    ...shared(config),
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
  };
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
