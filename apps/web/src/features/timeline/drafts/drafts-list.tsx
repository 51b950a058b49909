import { ActionIcon, Box, Group } from '@mantine/core';
import type { Draft } from '@engawa/contracts';
import { IconMessage, IconNotes, IconPencil, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { memberNames } from '../../../shared/directory/names';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { postPath } from '../../../shared/address/post-address';
import { problemText } from '../../../shared/problem/problem-text';
import { RelativeTime } from '../../../shared/display/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../../shared/feedback/states';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import style from './drafts-list.module.css';
import { useDeleteDraftMutation, useListDraftsQuery } from './drafts.api';
import { draftTexts } from './drafts.messages';

function draftPath(draft: Draft): string {
  if (draft.postIdForComment) {
    return postPath({ kind: 'all' }, draft.postIdForComment, { comments: true });
  }
  return `/?draft=${draft.id}`;
}

/** The reader's drafts, latest change first; a click continues one. */
export function DraftsList() {
  const t = useTexts(draftTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { data: drafts, error, refetch } = useListDraftsQuery();
  const [remove] = useDeleteDraftMutation();
  if (error && !drafts) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!drafts) return <ListSkeleton rows={4} />;
  if (drafts.length === 0) {
    return (
      <EmptyState icon={<IconPencil size={32} stroke={1.5} />} title={t('timeline.drafts.none')}>
        {t('timeline.drafts.none.text')}
      </EmptyState>
    );
  }
  const drop = async (draft: Draft) => {
    const answer = await remove(draft.id);
    if (answer.error) showFailure(problemText(intl, answer.error));
    else showToast(t('timeline.drafts.deleted'));
  };
  return (
    <ul className="engawa-card">
      {drafts.map((draft) => (
        <li key={draft.id} className={style.row}>
          <Link to={draftPath(draft)} className={style.link}>
            <Group component="span" gap={6} fz="xs" c="dimmed">
              {draft.isCommentDraft ? (
                <IconMessage size={18} stroke={1.5} aria-hidden="true" />
              ) : (
                <IconNotes size={18} stroke={1.5} aria-hidden="true" />
              )}
              {t(draft.isCommentDraft ? 'timeline.drafts.comment' : 'timeline.drafts.post')}
              <Box component="span" ml="auto">
                <RelativeTime at={draft.updatedAt} />
              </Box>
            </Group>
            <span className="engawa-two-lines">
              {draft.memo.trim() || t('timeline.drafts.empty')}
            </span>
            {draft.members.length > 0 ? <small>{memberNames(intl, draft.members)}</small> : null}
          </Link>
          <ActionIcon
            size={36}
            aria-label={common('common.delete')}
            data-tip={common('common.delete')}
            onClick={() => void drop(draft)}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
