import { addDays, type ColdMember } from '@engawa/contracts';
import { Button, TextInput, Group } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { memberName } from '../../shared/directory/names';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { toLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { isComposing } from '../../shared/form/composing';
import { Note } from '../../shared/display/note';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { HeldFields } from '../../shared/form/held-fields';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useSnoozeMemberMutation } from './health.api';
import { healthTexts } from './health.messages';

const usual = [7, 30, 90] as const;

/** Until when and why a member is snoozed. */
export function SnoozeDialog({ item, onClose }: { item: ColdMember; onClose: () => void }) {
  const t = useTexts(healthTexts);
  const intl = useIntl();
  const [today] = useState(() => toLocalField(intl, Date.now()).slice(0, 10));
  const close = useClose(onClose);
  const [checked, setChecked] = useState(false);
  const [snooze] = useSnoozeMemberMutation();
  const { fields, setFields, busy, error, save } = useSafeEdit({
    thing: null,
    fieldsOf: () => ({ until: addDays(today, 30), reason: '' }),
    send: (sent) =>
      snooze({
        memberId: item.member.id,
        snooze: { until: sent.until, reason: sent.reason.trim() },
      }).unwrap(),
  });
  const { until, reason } = fields;
  const name = memberName(item.member);
  const missing = reason.trim() === '';

  const submit = async () => {
    setChecked(true);
    if (missing || until === '' || !(await save()).done) return;
    showToast(t('health.snooze.done', { name }));
    close();
  };
  return (
    <FormDialog
      title={t('health.snooze.title', { name })}
      size={380}
      action={t('health.snooze')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Note>{t('health.snooze.lead')}</Note>
      <HeldFields busy={busy}>
        <TextInput
          label={t('health.snooze.reason')}
          placeholder={t('health.snooze.reason.example')}
          value={reason}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          error={checked && missing ? t('health.snooze.reason.missing') : null}
          onChange={(event) => setFields({ until, reason: event.currentTarget.value })}
          onKeyDown={(event) => {
            // Confirming an IME conversion submits nothing.
            if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
          }}
        />
        <Group gap="xs" align="flex-end">
          <TextInput
            flex="1 1 100%"
            type="date"
            label={t('health.snooze.until')}
            value={until}
            min={addDays(today, 1)}
            max={addDays(today, 365)}
            error={checked && until === '' ? t('health.snooze.until.missing') : null}
            onChange={(event) => setFields({ until: event.currentTarget.value, reason })}
          />
          {usual.map((days) => (
            <Button
              key={days}
              variant="default"
              size="compact-sm"
              aria-pressed={until === addDays(today, days)}
              onClick={() => setFields({ until: addDays(today, days), reason })}
            >
              {t(`health.snooze.until.${days}`)}
            </Button>
          ))}
        </Group>
      </HeldFields>
      {error ? <ProblemNotice error={error} /> : null}
    </FormDialog>
  );
}
