import { reportTargetOf, type ReportTarget } from '@engawa/error-report';
import type { GatewayConfig } from '../gateway.config';

/** Where the web app sends its errors, or null if not configured. */
export function webReportTarget(config: GatewayConfig): ReportTarget | null {
  const dsn = config.SENTRY_WEB_DSN ?? config.SENTRY_DSN;
  return dsn === undefined ? null : reportTargetOf(dsn);
}
