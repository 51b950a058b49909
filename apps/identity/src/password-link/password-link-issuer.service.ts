import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Locale } from '@engawa/contracts';
import { newId } from '@engawa/persistence';
import { SecretService } from '../secret/secret.service';
import type { MailDue, PasswordLink } from '../staff/staff.schema';
import { hashOfLink, linkLifetime, type PasswordLinkKind } from './password-link.rules';

/** A link and its mail; both are written with the account. */
export interface IssuedLink {
  readonly link: PasswordLink;
  readonly mail: MailDue;
}

/** Creates links for choosing a password. */
@Injectable()
export class PasswordLinkIssuer {
  constructor(private readonly secrets: SecretService) {}

  invitationOf(to: { email: string; locale: Locale }): IssuedLink {
    return this.issue('invitation', to);
  }

  /** `asker`: the requesting network or device; only its hash is stored. */
  resetOf(to: { email: string; locale: Locale }, asker: string): IssuedLink {
    return this.issue('reset', to, createHash('sha256').update(asker).digest('base64url'));
  }

  private issue(
    kind: PasswordLinkKind,
    to: { email: string; locale: Locale },
    askedBy: string | null = null,
  ): IssuedLink {
    const id = newId();
    const expiresAt = new Date(Date.now() + linkLifetime[kind]);
    const secretHash = hashOfLink(this.secrets.linkSecret(id));
    return {
      link: { id, kind, secretHash, expiresAt, usedAt: null, replaced: false, askedBy },
      mail: { id, kind, locale: to.locale, to: to.email },
    };
  }
}
