import { Controller } from '@nestjs/common';
import { events, type DataOf } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { NameService } from './name.service';

/** Default labels are shown in the reader's language and so are found in both. */
const defaultLabelTexts: Record<string, string[]> = {
  businessIssue: ['業務課題', '事業課題', 'Business issue'],
  operationalIssue: ['運営課題', 'Operational issue'],
};

@Controller()
export class NameListener {
  constructor(private readonly names: NameService) {}

  @OnEvent(events.staffAdded, events.staffUpdated, events.staffDeactivated, events.staffActivated)
  async onStaff(event: EventOf<typeof events.staffAdded>): Promise<void> {
    const { staffId, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = event.data;
    await this.names.keep(event.space, event.version, {
      kind: 'staff',
      thingId: staffId,
      texts: [displayName],
      ref: { id: staffId, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated },
    });
  }

  @OnEvent(events.memberAdded, events.memberUpdated, events.memberDeleted, events.memberRestored)
  async onMember(event: EventOf<typeof events.memberAdded>): Promise<void> {
    await this.keepMember(event.space, event.version, event.data);
  }

  @OnEvent(events.membersImported)
  async onImport(event: EventOf<typeof events.membersImported>): Promise<void> {
    for (const { version, ...facts } of event.data.members) {
      await this.keepMember(event.space, version, facts);
    }
  }

  private async keepMember(
    space: string,
    version: number,
    { memberId, typeId, mergedInto = null, ...facts }: DataOf<typeof events.memberAdded>,
  ): Promise<void> {
    await this.names.keep(space, version, {
      kind: 'member',
      thingId: memberId,
      texts: [
        `${facts.familyName} ${facts.firstName}`.trim(),
        `${facts.familyName}${facts.firstName}`,
        `${facts.familyNameKana} ${facts.firstNameKana}`.trim(),
        `${facts.familyNameKana}${facts.firstNameKana}`,
        facts.company,
      ].filter(Boolean),
      ref: { id: memberId, ...facts },
      mergedInto,
      typeId,
    });
  }

  @OnEvent(events.labelCreated, events.labelUpdated)
  async onLabel(event: EventOf<typeof events.labelCreated>): Promise<void> {
    const { labelId, name } = event.data;
    await this.names.keep(event.space, event.version, {
      kind: 'label',
      thingId: labelId,
      texts: [...new Set([name, ...(defaultLabelTexts[labelId] ?? [])])].filter(Boolean),
      ref: null,
    });
  }

  /** Nothing is found by a label that is no more. */
  @OnEvent(events.labelDeleted)
  async onLabelDeleted(event: EventOf<typeof events.labelDeleted>): Promise<void> {
    await this.names.keep(event.space, event.version, {
      kind: 'label',
      thingId: event.data.labelId,
      texts: [],
      ref: null,
    });
  }
}
