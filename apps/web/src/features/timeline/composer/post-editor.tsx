import type { Post } from '@engawa/contracts';
import { useCallback, useContext, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useListStaffsQuery } from '../../../shared/directory/directory.api';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import type { UnsavedEdit } from '../../../shared/edit/use-safe-edit';
import { contentOf, formOf, type PostFormState } from './form-state';
import { UnsavedPosts } from './unsaved-posts';
import { mentionedIn } from './mention';
import { PostForm } from './post-form';
import { staffRefOf } from '../staff-ref';
import { editPost } from '../thread/thread-actions';
import type { ApiDispatch } from '../thread/thread-cache';
import { useMergingEdit } from './use-merging-edit';

/** Edits a post in place; a stale edit shows the current version and keeps the reader's text. */
export function PostEditor(props: { post: Post; onDone: () => void }) {
  const common = useTexts(commonTexts);
  const dispatch = useDispatch<ApiDispatch>();
  const { data: staffs = [] } = useListStaffsQuery();
  const { post } = props;
  const edits = useContext(UnsavedPosts);
  const [resumed] = useState(edits?.has(post.id));
  const onDone = () => {
    edits?.delete(post.id);
    props.onDone();
  };
  const { form, setForm, busy, save, notice } = useMergingEdit({
    content: post,
    formOf,
    onDone,
    unsaved: edits?.get(post.id),
    onChange: useCallback(
      (unsaved: UnsavedEdit<Post, PostFormState>) => void edits?.set(post.id, unsaved),
      [edits, post.id],
    ),
    send: (edited, version) => {
      const content = contentOf(edited);
      const { members, attachments } = edited;
      const mentions = mentionedIn(edited.memo, staffs).map(staffRefOf);
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
      onCancel={onDone}
      action={common('common.save')}
      busy={busy}
      resumed={resumed}
      beside={
        <button type="button" className="engawa-tool" onClick={onDone}>
          {common('common.cancel')}
        </button>
      }
      notice={notice}
    />
  );
}
