import { FILE_COOKIE } from '@engawa/auth';
import type { FastifyRequest } from 'fastify';

/** Prefixes whose reads are files (TML-6). */
const filePrefixes: ReadonlySet<string> = new Set(['attachments', 'member-photos', 'staff-photos']);

/**
 * Accepts the session's cookie for files: from here on such a request carries the access token.
 * Only reads, and only without an `Authorization` header, so that the cookie can never change
 * anything.
 */
export class FileCookie {
  private readonly form: RegExp;

  constructor({ ENGAWA_PUBLIC_URL }: { ENGAWA_PUBLIC_URL: string }) {
    const prefix = ENGAWA_PUBLIC_URL.startsWith('https:') ? '__Secure-' : '';
    this.form = new RegExp(`(?:^|; )${prefix}${FILE_COOKIE}=([^;]+)`);
  }

  accept({ raw }: FastifyRequest, prefix: string): void {
    const isRead = raw.method === 'GET' || raw.method === 'HEAD';
    if (!isRead || !filePrefixes.has(prefix) || raw.headers.authorization !== undefined) return;
    const token = this.form.exec(raw.headers.cookie ?? '')?.[1];
    if (token) raw.headers.authorization = `Bearer ${token}`;
  }
}
