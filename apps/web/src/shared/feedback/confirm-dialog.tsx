import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Paper.css';
import { Box, Button, Group, Modal, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { confirmStore } from './confirm.store';

/** Renders the question of `confirm`; mounted once. */
export function ConfirmDialog() {
  const t = useTexts(commonTexts);
  const question = useSyncExternalStore(confirmStore.subscribe, confirmStore.read);
  const [typed, setTyped] = useState('');
  const close = (yes: boolean) => {
    setTyped('');
    question?.answer(yes);
  };
  const blocked = !!question?.typeToConfirm && typed.trim() !== question.typeToConfirm;
  // Enter after a hasty Escape must not destroy anything.
  const focused = question?.typeToConfirm ? 'field' : question?.danger ? 'cancel' : 'action';
  return (
    <Modal
      opened={question !== null}
      onClose={() => close(false)}
      title={question?.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      size="sm"
      // The answer does that, also for the first question.
      returnFocus={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!blocked) close(true);
        }}
      >
        <Box component="p" mb={16} lh={1.75}>
          {question?.text}
        </Box>
        {question?.typeToConfirm ? (
          <TextInput
            label={t('common.retype', { word: question.typeToConfirm })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        ) : null}
        <Group gap={8} align="stretch" justify="flex-end" wrap="nowrap" mt={20}>
          <Button
            variant="default"
            data-autofocus={focused === 'cancel' || undefined}
            onClick={() => close(false)}
          >
            {question?.cancel ?? t('common.cancel')}
          </Button>
          <Button
            type="submit"
            color={question?.danger ? 'shu' : 'ai'}
            disabled={blocked}
            data-autofocus={focused === 'action' || undefined}
          >
            {question?.action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
