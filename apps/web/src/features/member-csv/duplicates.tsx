import type { Member, MergeMembersInput, StandingMerge } from '@engawa/contracts';
import { Avatar, Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { Part } from '../../shared/layout/part';
import { Row, RowList, RowPair } from '../../shared/list/row-list';
import { Note } from '../../shared/display/note';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { hideToast, showFailure, showToast } from '../../shared/feedback/toast.store';
import { useListDuplicateMembersQuery, useUndoMemberMergeMutation } from './member-csv.api';
import { memberSettingTexts } from './member-setting.messages';
import { MergeDialog } from './merge-dialog';
import { Merges } from './merges';
import layout from '../../shared/layout/common.module.css';

/** Likely duplicates, and merged members (MBR-5). */
export function Duplicates() {
  const t = useTexts(memberSettingTexts);
  const problemText = useProblemText();
  const { data, isLoading, error, refetch } = useListDuplicateMembersQuery();
  const [undoMerge, undoing] = useUndoMemberMergeMutation();
  const [comparing, setComparing] = useState<readonly Member[] | null>(null);
  /** Undo toasts by merged member. */
  const offers = useRef(new Map<string, number>());

  const undo = (merge: Pick<MergeMembersInput, 'keptId' | 'otherId'>) =>
    undoMerge(merge)
      .unwrap()
      .then(
        () => void showToast(t('memberSetting.merge.undone')),
        (cause: unknown) => void showFailure(problemText(cause)),
      );
  const onMerged = (input: MergeMembersInput, name: string) => {
    // Another comparison may be open, if this one was left before the answer.
    setComparing((now) => (now === comparing ? null : now));
    const toast = showToast(t('memberSetting.merge.done', { name }), {
      undo: () => void undo(input),
    });
    offers.current.set(input.otherId, toast);
  };
  const undoStandingMerge = ({ kept, other }: StandingMerge) => {
    // The toast would offer the same undo again.
    const toast = offers.current.get(other.id);
    if (toast !== undefined) hideToast(toast);
    void undo({ keptId: kept.id, otherId: other.id });
  };

  return (
    <>
      <Part title={t('memberSetting.duplicates')} lead={t('memberSetting.duplicates.lead')}>
        {isLoading ? <ListSkeleton rows={3} /> : null}
        {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 ? <Note>{t('memberSetting.duplicates.empty')}</Note> : null}
        {data && data.length > 0 ? (
          <RowList>
            {data.map(({ members }) => (
              <Row key={members[0]!.id} columns="84px minmax(0, 1fr) auto auto">
                <Avatar.Group>
                  {members.slice(0, 3).map((member) => (
                    <MemberAvatar key={member.id} member={member} size={36} />
                  ))}
                </Avatar.Group>
                <RowPair>
                  <strong>{memberName(members[0]!)}</strong>
                  <small>
                    {[...new Set(members.map(({ company }) => company).filter(Boolean))].join(
                      ' · ',
                    )}
                  </small>
                </RowPair>
                <Text component="span" size="sm" c="dimmed" className={layout.wideOnly}>
                  {t('memberSetting.people', { count: members.length })}
                </Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('memberSetting.compare.of', { name: memberName(members[0]!) })}
                  onClick={() => setComparing(members)}
                >
                  {t('memberSetting.compare')}
                </Button>
              </Row>
            ))}
          </RowList>
        ) : null}
        {comparing ? (
          <MergeDialog members={comparing} onClose={() => setComparing(null)} onMerged={onMerged} />
        ) : null}
      </Part>
      <Merges
        undoing={undoing.isLoading ? undoing.originalArgs?.otherId : undefined}
        onUndo={undoStandingMerge}
      />
    </>
  );
}
