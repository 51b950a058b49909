import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import type { ApiToken, Staff } from '@engawa/contracts';
import { Group, Radio } from '@mantine/core';
import { useState } from 'react';
import {
  useRevokeApiTokenMutation,
  useTakeOverApiTokenMutation,
} from '../../shared/directory/api-tokens.api';
import { ProblemNotice } from '../../shared/feedback/states';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { Note } from '../../shared/display/note';
import { FormDialog } from '../../shared/form/form-dialog';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useDeactivateStaffMutation } from './staff-admin.api';
import { staffAdminTexts } from './staff-admin.messages';

const choices = ['keep', 'end'] as const;
type Choice = (typeof choices)[number];

/** An integration that an earlier attempt ended, whose answer was lost, is as it should be. */
function unlessEnded(error: unknown): void {
  if (problemFrom(error).status !== 404) throw error;
}

/**
 * Deactivates a staff member who answers for integrations: the administrator takes over or ends
 * each of them first (IDN-8, IDN-11).
 */
export function DeactivateDialog(props: {
  staff: Staff;
  tokens: readonly ApiToken[];
  /** `ended`: whether an integration was ended, which cannot be undone. */
  onDone: (ended: boolean) => void;
  onClose: () => void;
}) {
  const t = useTexts(staffAdminTexts);
  const { staff, tokens } = props;
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const [takeOver] = useTakeOverApiTokenMutation();
  const [revoke] = useRevokeApiTokenMutation();
  const [deactivate] = useDeactivateStaffMutation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const tellClosed = useTellClosed();
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const of = (choice: Choice) => tokens.filter(({ id }) => chosen[id] === choice);
      // First what may be refused: a refusal changes nothing of the account.
      for (const { id } of of('keep')) await takeOver(id).unwrap();
      await deactivate(staff.id).unwrap();
      for (const { id } of of('end')) await revoke(id).unwrap().catch(unlessEnded);
      props.onDone(of('end').length > 0);
    } catch (problem) {
      tellClosed(problem);
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <FormDialog
      title={t('staffAdmin.deactivate.title', { name: staff.displayName })}
      action={t('staffAdmin.deactivate')}
      danger
      busy={busy}
      disabled={tokens.some(({ id }) => !chosen[id])}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <Note>{t('staffAdmin.deactivate.text')}</Note>
      <Note>
        {t('staffAdmin.deactivate.tokens', { name: staff.displayName, count: tokens.length })}
      </Note>
      {tokens.map(({ id, name }) => (
        <Radio.Group
          key={id}
          label={name}
          value={chosen[id] ?? null}
          onChange={(value) => setChosen((now) => ({ ...now, [id]: value as Choice }))}
        >
          <Group gap="md" mt={6}>
            {choices.map((choice) => (
              <Radio key={choice} value={choice} label={t(`staffAdmin.deactivate.${choice}`)} />
            ))}
          </Group>
        </Radio.Group>
      ))}
      {error ? <ProblemNotice error={error} /> : null}
    </FormDialog>
  );
}
