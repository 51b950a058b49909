import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { commonTexts } from '../../shared/intl/common.messages';
import { spaceAdminTexts } from './space-admin.messages';

/** Edit and delete at the end of a row; deleting asks first. */
export function RowActions(props: {
  name: string;
  /** The row was edited just now: the focus was in its form. */
  edited?: boolean;
  onEdit: () => void;
  /** Absent if it cannot be deleted. */
  remove?: { title: string; text: string; run: () => Promise<unknown> };
}) {
  const t = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const { name, remove } = props;
  const [isRemoving, setRemoving] = useState(false);
  const onRemove = async () => {
    if (!remove) return;
    const { title, text } = remove;
    const yes = await confirm({ title, text, action: common('common.delete'), danger: true });
    if (!yes) return;
    setRemoving(true);
    await remove.run().then(
      () => void showToast(t('spaceAdmin.deleted')),
      (error: unknown) => void showFailure(problemText(error)),
    );
    setRemoving(false);
  };
  return (
    <Group component="span" gap={4} ml="auto" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('spaceAdmin.edit', { name })}
        autoFocus={props.edited}
        onClick={props.onEdit}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      {remove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('spaceAdmin.remove', { name })}
          loading={isRemoving}
          onClick={() => void onRemove()}
        >
          <IconTrash size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      ) : null}
    </Group>
  );
}
