import '../../shared/theme/floating-sheets';
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { SettingPage } from '../../shared/layout/setting-page';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import type { Space } from '@engawa/contracts';
import { useGetSpaceQuery, useUpdateSpaceMutation } from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import layout from '../../shared/layout/common.module.css';
import { SubmitButton } from '../../shared/form/submit-button';

/** The space's name and time zone. */
export function SpaceBasicsPart() {
  const t = useTexts(spaceAdminTexts);
  const { data: space, error, refetch } = useGetSpaceQuery();
  return (
    <SettingPage title={t('spaceAdmin.basic')}>
      {error && !space ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {space ? <BasicsForm space={space} /> : error ? null : <ListSkeleton rows={2} />}
    </SettingPage>
  );
}

function BasicsForm({ space }: { space: Space }) {
  const t = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const [update] = useUpdateSpaceMutation();
  const edit = useSafeEdit({
    thing: { ...space, version: space.version ?? 1 },
    keep: 'space',
    fieldsOf: ({ displayName, timeZone }: Space) => ({ displayName, timeZone }),
    send: async ({ displayName, timeZone }, { version }) => {
      const change = { displayName: displayName.trim(), timeZone };
      saved.current = await update({ version, change }).unwrap();
    },
  });
  const saved = useRef<Space>(undefined);
  const { fields, setFields, conflict, error } = edit;
  const { displayName, timeZone } = fields;
  const zones = [...new Set([edit.base.timeZone, ...Intl.supportedValuesOf('timeZone')])];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await edit.save()).done || !saved.current) return;
    edit.restart({ ...saved.current, version: saved.current.version ?? 1 });
    showToast(t('spaceAdmin.saved'));
  };
  return (
    <form className={layout.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('spaceAdmin.name')}
        value={displayName}
        maxLength={100}
        onChange={(event) => setFields({ ...fields, displayName: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('spaceAdmin.timeZone')}
        description={t('spaceAdmin.timeZone.help')}
        value={timeZone}
        onChange={(event) => setFields({ ...fields, timeZone: event.currentTarget.value })}
        data={zones}
      />
      <EditConflicts
        edit={edit}
        wordOf={(name) => t(name === 'displayName' ? 'spaceAdmin.name' : 'spaceAdmin.timeZone')}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <SubmitButton
        busy={edit.busy}
        disabled={(!edit.changed && !conflict) || displayName.trim() === ''}
      >
        {common('common.save')}
      </SubmitButton>
    </form>
  );
}
