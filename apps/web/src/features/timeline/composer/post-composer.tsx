import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core';
import type { MemberRef, Post } from '@engawa/contracts';
import { IconPencil, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { StaffAvatar } from '../../../shared/avatar/person-avatar';
import { memberName } from '../../../shared/directory/names';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { problemText } from '../../../shared/problem/problem-text';
import { useSession } from '../../../shared/session/use-session';
import { pageKeys } from '../../../shared/rows/keys';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import { useNarrow } from '../../../shared/layout/use-wide';
import { useLazyGetDraftQuery } from '../drafts/drafts.api';
import {
  contentOf,
  draftOf,
  emptyForm,
  formOfDraft,
  isBlank,
  type PostFormState,
  useStoredForm,
} from './form-state';
import style from './post-composer.module.css';
import { PostForm } from './post-form';
import { writePost } from '../thread/post-actions';
import type { ApiDispatch } from '../thread/thread-cache';
import { timelineTexts } from '../timeline.messages';
import { useDraft } from '../drafts/use-draft';
import { useSending } from './use-sending';
import { useVisibleArea } from './use-visible-area';

/** The composer of posts: one line until opened, a full sheet on a phone. */
export function PostComposer(props: {
  /** Preselected member, as on a member's page. */
  about?: MemberRef;
  recent?: readonly MemberRef[];
  open: boolean;
  onOpen: (open: boolean) => void;
  /** A draft to continue. */
  draftId?: string | null;
  /** Called once the post shows in the feed. */
  onWritten?: (post: Post) => void;
}) {
  const t = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const session = useSession();
  const dispatch = useDispatch<ApiDispatch>();
  const narrow = useNarrow();
  const initial: PostFormState = props.about ? { ...emptyForm, members: [props.about] } : emptyForm;
  const where = props.about ? `member.${props.about.id}` : 'timeline';
  const storage = `${session.space.id}.${session.staff.id}.${where}`;
  const empty = (value: PostFormState) =>
    isBlank({ ...value, members: props.about ? [] : value.members });
  const stored = useStoredForm(storage, initial, empty);
  const { value: form, change: keep, kept } = stored;
  const { saver, saved } = useDraft(storage, {
    ended: () => {
      stored.clear();
      if (props.open) showToast(t('timeline.drafts.elsewhere'));
    },
    newer: (draft) => keep(() => formOfDraft(draft)),
  });
  const change = (next: (form: PostFormState) => PostFormState) =>
    keep((now) => {
      const value = next(now);
      if (!empty(value)) saver.change(draftOf(value, where));
      else if (!empty(now)) void saver.clear();
      return value;
    });
  const { begin, giveBack } = useSending({ stored, saver, isFree: empty, change });
  const field = useRef<{ focus: () => void }>(null);
  const [again, setAgain] = useState(false);
  const { open, onOpen } = props;
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  const formId = useId();
  const sheet = useRef<HTMLElement>(null);
  useVisibleArea(sheet, open && narrow);

  useEffect(() => {
    if (!open || !narrow) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onOpen(false);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open, narrow, onOpen]);

  const { draftId } = props;
  const [readDraft] = useLazyGetDraftQuery();
  const [openedDraftId, setOpenedDraftId] = useState<string | null>(null);
  useEffect(() => {
    if (!draftId) return;
    const openDraft = async () => {
      // The draft takes the place of text that may be nowhere else.
      if (!empty(stored.current()) && !(await saver.settle())) {
        showFailure(t('timeline.drafts.blocked'));
        return;
      }
      const draft = await readDraft(draftId).unwrap();
      saver.open({ id: draft.id, revision: draft.revision, settled: true });
      keep(() => formOfDraft(draft));
    };
    openDraft()
      .catch((error: unknown) => showFailure(problemText(intl, error)))
      .finally(() => setOpenedDraftId(draftId));
    // Once for each draft that is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draftId]);

  const send = async () => {
    const sent = await begin().catch((error: unknown) => {
      showFailure(t('timeline.post.failed', { reason: problemText(intl, error) }));
      return null;
    });
    if (!sent) return;
    const { key, mentions } = sent;
    const { members, attachments } = sent.form;
    const content = contentOf(sent.form);
    const input = {
      ...content,
      talkedAt: content.talkedAt ?? undefined,
      mentions: mentions.map(({ id }) => id),
      draftId: sent.draftId,
    };
    const writing = dispatch(writePost(session, input, { members, mentions, attachments }, key));
    if (again) field.current?.focus();
    else onOpen(false);
    try {
      const post = await writing;
      if (post) props.onWritten?.(post);
      else showToast(t('timeline.outbox.kept'));
    } catch (error) {
      const reason = await giveBack(sent, { kind: 'post', key, input }, error);
      if (reason === null) return;
      onOpen(true);
      showFailure(t('timeline.post.failed', { reason }));
    }
  };

  if (!open) {
    if (narrow) return null;
    return (
      <button
        type="button"
        className={`engawa-card ${style.folded}`}
        onClick={() => onOpen(true)}
        // The focus was in the form that it takes the place of.
        autoFocus={wasOpen}
        data-compose
        data-tip={`${t('timeline.compose.title')} (${pageKeys.write})`}
        aria-keyshortcuts={pageKeys.write}
      >
        <StaffAvatar staff={session.staff} size={32} />
        <Text span inherit truncate flex={1}>
          {form.memo.trim().split('\n')[0] ||
            (props.about
              ? t('timeline.compose.about', { name: memberName(props.about) })
              : t('timeline.compose'))}
        </Text>
        <IconPencil size={18} stroke={1.5} aria-hidden="true" />
      </button>
    );
  }
  const close = (
    <ActionIcon
      size={narrow ? 44 : 32}
      aria-label={common('common.close')}
      onClick={() => onOpen(false)}
    >
      <IconX size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <section
      ref={sheet}
      className={narrow ? style.sheet : `engawa-card ${style.card}`}
      aria-label={t('timeline.compose.title')}
      role={narrow ? 'dialog' : undefined}
      aria-modal={narrow ? true : undefined}
    >
      <Group
        className={style.head}
        gap={4}
        wrap="nowrap"
        mih={narrow ? 56 : 36}
        mb={4}
        ml={narrow ? -10 : 0}
      >
        {narrow ? close : null}
        <Text component="h2" size="sm" c="dimmed" fw={600} flex={1}>
          {t('timeline.compose.title')}
        </Text>
        {/* Beside the tools it would wrap them, and move the posts. */}
        <Text span size="xs" c="var(--e-faint)" aria-live="polite" pr={8}>
          {saved ? t('timeline.saved.draft') : kept ? t('timeline.saved') : null}
        </Text>
        {narrow ? (
          <Button type="submit" form={formId}>
            {t('timeline.send')}
          </Button>
        ) : (
          close
        )}
      </Group>
      {draftId && draftId !== openedDraftId ? (
        // Input before the draft is loaded would be overwritten by it.
        <Skeleton height={190} />
      ) : (
        <PostForm
          form={form}
          onChange={change}
          onSend={() => void send()}
          onCancel={() => onOpen(false)}
          recent={props.recent}
          handle={field}
          draftKey={storage}
          again={again}
          onAgain={setAgain}
          id={formId}
          action={narrow ? undefined : t('timeline.send')}
        />
      )}
    </section>
  );
}
