import { Injectable } from '@nestjs/common';
import {
  assistantWriteScopes,
  events,
  type Assistant,
  type AuthorizationCheck,
  type AuthorizeAssistantInput,
} from '@engawa/contracts';
import { newEvent, newId } from '@engawa/events';
import { inFreePlace } from '@engawa/persistence';
import { InjectConfig } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { SecretService } from '../secret/secret.service';
import { firstToken, hashOf, writeToken } from '../session/refresh-token.rules';
import { AssistantNotFound, OAuthError, TooManyAssistants } from './assistant.errors';
import { toAssistant } from './assistant.mapper';
import { ASSISTANT_LIMIT, AssistantRepository } from './assistant.repository';
import type { AssistantRecord } from './assistant.schema';
import {
  answerAddress,
  readAuthorizationRequest,
  requesterOf,
} from './authorization-request.rules';
import { sha256 } from './assistant-token.rules';
import { hostOf } from './program.rules';

/** How long a code waits to be exchanged, in ms. */
const CODE_LIFETIME = 60_000;

/** Consent to assistants, and its end (API-5; OAuth 2.1). */
@Injectable()
export class AssistantService {
  /** Address of this authorization server. */
  readonly issuer: string;
  /** What all tokens are good for (RFC 8707). */
  readonly resource: string;

  constructor(
    @InjectConfig() config: { ENGAWA_PUBLIC_URL: string },
    private readonly assistants: AssistantRepository,
    private readonly secrets: SecretService,
  ) {
    this.issuer = new URL(config.ENGAWA_PUBLIC_URL).origin;
    this.resource = `${this.issuer}/mcp`;
  }

  /** The permissions that a staff member is asked to grant. @throws UnknownProgram */
  check(query: string): AuthorizationCheck {
    const parameters = new URLSearchParams(query);
    const requester = requesterOf(parameters, this.secrets.programKey);
    try {
      const { scopes } = readAuthorizationRequest(parameters, this.resource);
      const { name } = requester.program;
      return {
        ask: { name, host: hostOf(requester.redirectUri), scopes: [...scopes] },
        redirectTo: answerAddress(requester, this.issuer, { error: 'access_denied' }),
      };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const redirectTo = answerAddress(requester, this.issuer, { error: error.code });
      return { ask: null, redirectTo };
    }
  }

  /** Writes the consent down. @throws UnknownProgram, TooManyAssistants */
  async authorize(
    caller: Caller,
    { query, readOnly }: AuthorizeAssistantInput,
  ): Promise<{ redirectTo: string }> {
    const parameters = new URLSearchParams(query);
    const requester = requesterOf(parameters, this.secrets.programKey);
    const checked = this.check(query);
    if (!checked.ask) return { redirectTo: checked.redirectTo };
    const request = readAuthorizationRequest(parameters, this.resource);
    const scopes = request.scopes.filter(
      (scope) => !readOnly || !assistantWriteScopes.includes(scope),
    );
    const { space, staffId } = caller;
    const held = {
      limit: ASSISTANT_LIMIT,
      find: () => this.assistants.findOfStaff(space, staffId),
      full: () => new TooManyAssistants(),
    };
    const code = firstToken(space, newId());
    const { name } = requester.program;
    const document = {
      id: code.sessionId,
      staffId,
      name,
      clientHash: sha256(requester.clientId),
      redirectUri: requester.redirectUri,
      scopes,
      codeHash: hashOf(code),
      codeChallenge: request.codeChallenge,
      codeUsedAt: null,
      accessHash: null,
      accessExpiresAt: null,
      refreshHash: null,
      expiresAt: new Date(Date.now() + CODE_LIFETIME),
      lastUsedAt: null,
      revokedAt: null,
    };
    const audit = auditEvent({
      ...{ space, actor: staffId, action: 'identity.assistant.connected', origin: caller },
      target: { type: 'assistant', id: code.sessionId, name },
      changes: [{ field: 'scopes', before: null, after: scopes }],
    });
    await inFreePlace(held, (place) =>
      this.assistants.insert(space, { ...document, place }, [audit]),
    );
    const text = writeToken(code, this.secrets.assistantCodeKey);
    return { redirectTo: answerAddress(requester, this.issuer, { code: text }) };
  }

  /** The caller's own, the newest first. */
  async list({ space, staffId }: Caller): Promise<Assistant[]> {
    const found = await this.assistants.findOfStaff(space, staffId);
    return found.filter(({ codeUsedAt }) => codeUsedAt !== null).map(toAssistant);
  }

  /** Ends one of the caller's own everywhere within a second. @throws AssistantNotFound */
  async disconnect(caller: Caller, assistantId: string): Promise<void> {
    const record = await this.assistants.findById(caller.space, assistantId);
    if (record?.staffId !== caller.staffId) throw new AssistantNotFound();
    const ended = await this.end(record, { actor: caller.staffId, origin: caller });
    if (!ended) throw new AssistantNotFound();
  }

  /** Ends the assistants of a deactivated staff member. Safe to repeat. */
  async endOfStaff(space: string, staffId: string): Promise<void> {
    for (const record of await this.assistants.findOfStaff(space, staffId)) {
      await this.end(record, { actor: null, origin: null });
    }
  }

  /** Returns false if the connection has already ended. */
  async end(
    { space, id }: AssistantRecord,
    by: { actor: string | null; origin: Caller | null },
  ): Promise<boolean> {
    const done = await this.assistants.change(space, id, (current, next) => {
      if (current.revokedAt) return null;
      const { staffId, name } = current;
      return {
        set: { revokedAt: next.at },
        events: [
          newEvent(events.sessionRevoked, {
            space,
            actor: by.actor,
            aggregate: { type: 'assistant', id },
            version: next.version,
            data: { staffId, sessionIds: [id], reason: 'assistant-disconnected' },
          }),
          auditEvent({
            ...{ space, ...by, action: 'identity.assistant.disconnected' },
            target: { type: 'assistant', id, name },
          }),
        ],
      };
    });
    return done?.changed ?? false;
  }
}
