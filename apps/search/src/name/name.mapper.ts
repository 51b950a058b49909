import { defaultLabelNames, hasDefaultName, type DataOf, type events } from '@engawa/contracts';
import type { NameDocument } from './name.schema';

/** A name as in an event. */
export type NameFromEvent = Pick<NameDocument, 'kind' | 'thingId' | 'texts' | 'ref'> &
  Partial<Pick<NameDocument, 'mergedInto' | 'typeId' | 'labelKind' | 'god'>>;

/** Additional search words of default labels until they are renamed. */
const defaultLabelSynonyms: Record<string, readonly string[]> = {
  businessIssue: ['業務課題', '事業課題'],
  operationalIssue: ['運営課題'],
};

export function staffNameOf(facts: DataOf<typeof events.staffAdded>): NameFromEvent {
  const { staffId, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = facts;
  const { integration, god = false } = facts;
  return {
    kind: 'staff',
    thingId: staffId,
    texts: [displayName],
    ref: {
      id: staffId,
      displayName,
      jobTitle,
      photoUrl,
      thumbPhotoUrl,
      deactivated,
      ...(integration ? { integration } : {}),
    },
    god,
  };
}

export function memberNameOf({
  memberId,
  typeId,
  mergedInto = null,
  ...facts
}: DataOf<typeof events.memberAdded>): NameFromEvent {
  return {
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
  };
}

export function labelNameOf({
  labelId,
  name,
  kind = null,
}: DataOf<typeof events.labelCreated>): NameFromEvent {
  const others = hasDefaultName({ id: labelId, name })
    ? [...defaultLabelNames[labelId]!, ...(defaultLabelSynonyms[labelId] ?? [])]
    : [];
  return {
    kind: 'label',
    thingId: labelId,
    texts: [...new Set([name, ...others])].filter(Boolean),
    ref: null,
    labelKind: kind,
  };
}
