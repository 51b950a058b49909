import type { Post } from '@engawa/contracts';
import { useDispatch } from 'react-redux';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { contentOf, formOf } from './form-state';
import { mentionedIn } from './mention';
import { PostForm } from './post-form';
import { staffRefOf } from '../staff-ref';
import { editPost } from '../thread/post-actions';
import type { ApiDispatch } from '../thread/thread-cache';
import { useMentionable } from './use-mentionable';
import { useMergingEdit } from './use-merging-edit';

/** Edits a post in place; a stale edit shows the current version and keeps the reader's text. */
export function PostEditor(props: {
  post: Post;
  /** Its list shows it again: the focus stays where it is. */
  resumed: boolean;
  onDone: () => void;
}) {
  const common = useTexts(commonTexts);
  const dispatch = useDispatch<ApiDispatch>();
  const mentionable = useMentionable();
  const { post } = props;
  const { form, setForm, busy, save, discard, putAway, notice } = useMergingEdit({
    content: post,
    formOf,
    onDone: props.onDone,
    send: async (edited, version) => {
      const content = contentOf(edited);
      const { members, attachments } = edited;
      const mentions = mentionedIn(edited.memo, await mentionable(edited.memo)).map(staffRefOf);
      return dispatch(
        editPost(
          post.id,
          {
            ...content,
            task: content.task ?? (post.task ? null : undefined),
            talkedAt: content.talkedAt ?? undefined,
            mentions: mentions.map(({ id }) => id),
          },
          { members, mentions, attachments },
          version,
        ),
      );
    },
  });

  return (
    <PostForm
      form={form}
      onChange={setForm}
      onSend={() => void save()}
      onCancel={putAway}
      action={common('common.save')}
      busy={busy}
      resumed={props.resumed}
      beside={
        <button type="button" className="engawa-tool" onClick={discard}>
          {common('common.cancel')}
        </button>
      }
      notice={notice}
    />
  );
}
