import '../../shared/theme/floating-sheets';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Part } from '../../shared/ui/part';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import type { Space } from '@engawa/contracts';
import { useGetSpaceQuery, useUpdateSpaceMutation } from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

/** The space's name and time zone. */
export function SpaceBasicsPart() {
  const say = useTexts(spaceAdminTexts);
  const { data: space, error, refetch } = useGetSpaceQuery();
  return (
    <Part className={style.part} title={say('spaceAdmin.basic')}>
      {error && !space ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {space ? <BasicsForm space={space} /> : error ? null : <ListSkeleton rows={2} />}
    </Part>
  );
}

function BasicsForm({ space }: { space: Space }) {
  const say = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const [update, { isLoading, error }] = useUpdateSpaceMutation();
  const [displayName, setDisplayName] = useState(space.displayName);
  const [timeZone, setTimeZone] = useState(space.timeZone);
  const zones = [...new Set([space.timeZone, ...Intl.supportedValuesOf('timeZone')])];
  const unchanged = displayName.trim() === space.displayName && timeZone === space.timeZone;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await update({
      version: space.version ?? 1,
      change: { displayName: displayName.trim(), timeZone },
    });
    if (!answer.error) showToast(say('spaceAdmin.saved'));
  };
  return (
    <form className={style.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={say('spaceAdmin.name')}
        value={displayName}
        maxLength={100}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <NativeSelect
        label={say('spaceAdmin.timeZone')}
        description={say('spaceAdmin.timeZone.help')}
        value={timeZone}
        onChange={(event) => setTimeZone(event.currentTarget.value)}
        data={zones}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <Button type="submit" loading={isLoading} disabled={unchanged || displayName.trim() === ''}>
        {common('common.save')}
      </Button>
    </form>
  );
}
