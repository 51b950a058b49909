import type { MemberBrief } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, WritingRow } from './brief-parts';
import { memberBriefTexts } from './member-brief.messages';

/** What a member seeks and offers; nothing where neither is known. */
export function BriefWishes(props: { brief: MemberBrief; shown?: number }) {
  const t = useTexts(memberBriefTexts);
  const { memberId } = props.brief;
  return (['seeks', 'offers'] as const).map((kind) => {
    const wishes = props.brief[kind];
    return wishes.length > 0 ? (
      <BriefBlock key={kind} title={t(`brief.${kind}`)} empty="">
        {wishes.slice(0, props.shown).map((writing) => (
          <WritingRow key={writing.postId} memberId={memberId} writing={writing} />
        ))}
      </BriefBlock>
    ) : null;
  });
}
