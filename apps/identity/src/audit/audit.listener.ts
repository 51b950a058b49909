import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { events, type AuditFacts, type EventEnvelope } from '@engawa/contracts';
import { OnEvent } from '@engawa/events';
import { AuditService } from './audit.service';

/** Keeps what all services tell of who did what (IDN-13). */
@Controller()
export class AuditListener {
  constructor(private readonly audit: AuditService) {}

  @OnEvent(
    events.identityAudited,
    events.membersAudited,
    events.timelineAudited,
    events.integrationsAudited,
    events.searchAudited,
  )
  async keep(@Payload() event: EventEnvelope<AuditFacts>): Promise<void> {
    await this.audit.keep(event.space, {
      id: event.id,
      at: new Date(event.at),
      actorId: event.actor,
      ...event.data,
    });
  }
}
