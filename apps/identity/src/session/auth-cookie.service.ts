import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@engawa/service-kit';
import { FILE_COOKIE } from '@engawa/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STEP_LIFETIME_MS } from '../oidc/oidc-step.rules';
import type { OpenedSession } from './session.service';

const refreshName = 'engawa_refresh';
const deviceName = 'engawa_device';
const deviceDays = 365;
const oidcName = 'engawa_oidc';
const oidcOpenName = 'engawa_oidc_open';

/**
 * Cookies of identity. They are sent to its auth routes only (IDN-5), except for the file cookie
 * (TML-6), because `<img>` and links send no `Authorization` header. Over https the names start
 * with `__Secure-`, so that pages over http cannot set them; `__Host-` would require the path `/`
 * and send them with every request. Names without the prefix, set by earlier versions, are read
 * until they are replaced.
 */
@Injectable()
export class AuthCookieService {
  private readonly prefix: string;
  private readonly attributes: string;
  private readonly oidcAttributes: string;
  private readonly fileAttributes: string;

  constructor(@InjectConfig() config: { ENGAWA_PUBLIC_URL: string }) {
    const isSecure = config.ENGAWA_PUBLIC_URL.startsWith('https:');
    const secure = isSecure ? '; Secure' : '';
    this.prefix = isSecure ? '__Secure-' : '';
    this.attributes = `; Path=/api/v1/auth; HttpOnly; SameSite=Strict${secure}`;
    this.fileAttributes = `; Path=/api/v1; HttpOnly; SameSite=Strict${secure}`;
    // The issuer redirects the browser: a strict cookie would not be sent.
    this.oidcAttributes = `; Path=/api/v1/auth/oidc; HttpOnly; SameSite=Lax${secure}`;
  }

  refreshToken(request: FastifyRequest): string | undefined {
    return this.read(request, refreshName);
  }

  device(request: FastifyRequest): string | undefined {
    return this.read(request, deviceName);
  }

  private setRefreshToken(reply: FastifyReply, token: string, expiresAt: Date): void {
    this.append(reply, refreshName, `${token}; Expires=${expiresAt.toUTCString()}`);
  }

  setDevice(reply: FastifyReply, device: string): void {
    this.append(reply, deviceName, `${device}; Max-Age=${deviceDays * 24 * 60 * 60}`);
  }

  clearSession(reply: FastifyReply): void {
    this.append(reply, refreshName, '; Max-Age=0');
    this.append(reply, FILE_COOKIE, '; Max-Age=0', this.fileAttributes);
    if (this.oidcSession(reply.request)) this.append(reply, oidcOpenName, '; Max-Age=0');
  }

  /** Sets refresh token and file cookie of a session; does nothing without one. */
  setSession(reply: FastifyReply, session: OpenedSession | null): void {
    if (!session) return;
    this.setRefreshToken(reply, session.refreshToken, session.expiresAt);
    const { accessToken, expiresAt } = session.answer;
    const value = `${accessToken}; Expires=${new Date(expiresAt).toUTCString()}`;
    this.append(reply, FILE_COOKIE, value, this.fileAttributes);
  }

  /** The same for a session that an organisation's issuer opened, and what ends it there. */
  setOidcSession(reply: FastifyReply, opened: { session: OpenedSession; open: string }): void {
    this.setSession(reply, opened.session);
    const expires = opened.session.expiresAt.toUTCString();
    this.append(reply, oidcOpenName, `${opened.open}; Expires=${expires}`);
  }

  oidcSession(request: FastifyRequest): string | undefined {
    return this.read(request, oidcOpenName);
  }

  /** State of a sign-in with an organisation's account. */
  oidcStep(request: FastifyRequest): string | undefined {
    return this.read(request, oidcName);
  }

  /** Null deletes it. */
  setOidcStep(reply: FastifyReply, step: string | null): void {
    const age = step === null ? 0 : STEP_LIFETIME_MS / 1_000;
    this.append(reply, oidcName, `${step ?? ''}; Max-Age=${age}`, this.oidcAttributes);
  }

  private read(request: FastifyRequest, name: string): string | undefined {
    return valueOf(request, this.prefix + name) ?? valueOf(request, name);
  }

  private append(
    reply: FastifyReply,
    name: string,
    value: string,
    attributes = this.attributes,
  ): void {
    // Fastify appends values of this header.
    void reply.header('set-cookie', `${this.prefix}${name}=${value}${attributes}`);
    if (this.prefix && valueOf(reply.request, name) !== undefined) {
      void reply.header('set-cookie', `${name}=; Max-Age=0${attributes}`);
    }
  }
}

function valueOf(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie;
  if (!header || header.length > 8_000) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
