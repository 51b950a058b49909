import { Button } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useListLabelsQuery, useListStaffsQuery } from '../../../shared/directory/directory.api';
import { labelName, memberName } from '../../../shared/directory/names';
import { ConflictView } from '../../../shared/edit/conflict-view';
import type { EditConflict } from '../../../shared/edit/unsaved-edits';
import { commonTexts } from '../../../shared/intl/common.messages';
import { exactDateTime } from '../../../shared/intl/dates';
import { useTexts } from '../../../shared/intl/messages';
import { composerTexts } from './composer.messages';
import type { CommentFormState, PostFormState } from './form-state';
import { timelineTexts } from '../timeline.messages';

/** Fields of the form of a post or comment. */
export type ContentFields = CommentFormState & Partial<PostFormState>;

const texts = { ...timelineTexts, ...composerTexts };

const words = {
  memo: 'timeline.edit.memo',
  labelIds: 'timeline.labels',
  task: 'timeline.task',
  attachments: 'timeline.edit.attachments',
  members: 'timeline.members',
  talkedAt: 'timeline.talkedAt',
  mustRead: 'timeline.mustRead',
  introduction: 'timeline.introduction',
} as const satisfies Record<keyof PostFormState, keyof typeof texts>;
type Name = keyof typeof words;

/** Both versions of a post or comment that two people edited; texts can also be joined. */
export function ContentConflict<Form extends ContentFields>(props: {
  conflict: EditConflict<Form>;
  form: Form;
  onChoose: (name: keyof Form & string, side: 'mine' | 'theirs') => void;
  onJoin: () => void;
}) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { data: labels = [] } = useListLabelsQuery();
  const { data: staffs = [] } = useListStaffsQuery();
  const { conflict, form } = props;
  const list = (parts: readonly (string | undefined)[]) =>
    intl.formatList(parts.filter((part): part is string => !!part));

  const show = (name: Name, fields: ContentFields): string => {
    const { task, talkedAt, introduction } = fields;
    switch (name) {
      case 'memo':
        return fields.memo;
      case 'labelIds':
        return list(
          fields.labelIds.map((id) => {
            const label = labels.find((one) => one.id === id);
            return label && labelName(intl, label);
          }),
        );
      case 'members':
        return list((fields.members ?? []).map(memberName));
      case 'attachments':
        return list(fields.attachments.map(({ title }) => title));
      case 'talkedAt':
        return talkedAt ? exactDateTime(intl, talkedAt) : '';
      case 'mustRead':
        return fields.mustRead ? t('timeline.mustRead') : '';
      case 'introduction':
        return introduction?.about ?? '';
      case 'task':
        return task
          ? list([
              common(`common.status.${task.status ?? 'waiting'}`),
              staffs.find(({ id }) => id === task.assignUserId)?.displayName,
              task.dueAt ? exactDateTime(intl, task.dueAt) : undefined,
            ])
          : '';
    }
  };

  const joined = `${conflict.mine.memo}\n\n${conflict.theirs.memo}`;
  return (
    <ConflictView
      conflict={conflict}
      fields={form}
      wordOf={(name) => t(words[name as Name])}
      show={(name, fields) => show(name as Name, fields)}
      onChoose={props.onChoose}
      more={(name) =>
        name === 'memo' && form.memo !== joined ? (
          <Button size="compact-sm" variant="subtle" onClick={props.onJoin}>
            {t('timeline.edit.add')}
          </Button>
        ) : null
      }
    />
  );
}
