import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { events, type AuditFacts, type EventEnvelope } from '@engawa/contracts';
import { OnEvent } from '@engawa/events';
import { AuditRepository } from './audit.repository';

/** Keeps what all services tell of who did what (IDN-13). */
@Controller()
export class AuditListener {
  constructor(private readonly entries: AuditRepository) {}

  @OnEvent(
    events.identityAudited,
    events.membersAudited,
    events.timelineAudited,
    events.integrationsAudited,
  )
  async keep(@Payload() event: EventEnvelope<AuditFacts>): Promise<void> {
    await this.entries.keep(event.space, {
      id: event.id,
      at: new Date(event.at),
      actorId: event.actor,
      ...event.data,
    });
  }
}
