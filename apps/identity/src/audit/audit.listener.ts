import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { events, type AuditFacts, type EventEnvelope } from '@engawa/contracts';
import { OnEvent, OnQuestion, newId } from '@engawa/events';
import { z } from 'zod';
import { AuditService } from './audit.service';

const use = z.object({
  space: z.string(),
  staffId: z.string(),
  tokenId: z.string(),
  name: z.string().max(64),
  network: z.string(),
  userAgent: z.string(),
});

/** Stores the audit events of all services (IDN-13). */
@Controller()
export class AuditListener {
  constructor(private readonly audit: AuditService) {}

  @OnEvent(
    events.identityAudited,
    events.membersAudited,
    events.timelineAudited,
    events.integrationsAudited,
    events.searchAudited,
    events.tasksAudited,
  )
  async keep(@Payload() event: EventEnvelope<AuditFacts>): Promise<void> {
    await this.audit.keep(event.space, {
      id: event.id,
      at: new Date(event.at),
      actorId: event.actor,
      ...event.data,
    });
  }

  /** The gateway reports which tools and resources assistants use (API-5). */
  @OnQuestion('identity.recordAssistantUse')
  async keepUse(@Payload() payload: unknown): Promise<true> {
    const { space, staffId, tokenId, name, ...origin } = use.parse(payload);
    await this.audit.keep(space, {
      id: newId(),
      at: new Date(),
      actorId: staffId,
      action: 'identity.assistant.used',
      target: { type: 'tool', id: name, name },
      changes: [{ field: 'token', before: null, after: tokenId }],
      ...origin,
    });
    return true;
  }
}
