import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { MemberImport } from '@engawa/contracts';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { Warning } from '../../shared/feedback/warning';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useRevertMemberImportMutation, useRunMemberImportMutation } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import { mayBeReverted, rowsToWrite } from './member-csv.rules';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Why an import ended, and what can be done. */
export function Failure({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const line = job.failure?.line ?? null;
  const found = (['too-many-rows', 'broken-quotes', 'record-too-long'] as const).find(
    (reason) => job.failure?.code === `members.import.${reason}`,
  );
  return (
    <>
      <Warning alert>
        {mayBeReverted(job)
          ? t('memberCsv.failure.partly')
          : line === null
            ? t('memberCsv.failure.stopped')
            : `${t(`memberCsv.failure.${found ?? 'unreadable'}`, { line })} ${t('memberCsv.failure.kept')}`}
      </Warning>
      <Group gap="sm" mt="md">
        <Button component={Link} to={paths.memberCsv} variant="default">
          {t('memberCsv.run.again')}
        </Button>
        <Revert job={job} />
      </Group>
    </>
  );
}

function Revert({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [revert, { isLoading }] = useRevertMemberImportMutation();
  if (!mayBeReverted(job)) return null;
  const askAndRevert = async () => {
    const yes = await confirm({
      title: t('memberCsv.revert.title'),
      text: t('memberCsv.revert.text'),
      action: t('memberCsv.revert.action'),
      danger: true,
    });
    if (!yes) return;
    await revert(job.id)
      .unwrap()
      .catch((error: unknown) => void showFailure(problemText(error)));
  };
  return (
    <Button
      variant="outline"
      color="shu"
      loading={isLoading}
      leftSection={<IconArrowBackUp {...icon} />}
      onClick={() => void askAndRevert()}
    >
      {t('memberCsv.revert')}
    </Button>
  );
}

/** What can be done with an import that has ended. */
export function Actions({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [addDuplicates, setAddDuplicates] = useState(false);
  const [run, running] = useRunMemberImportMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const count = rowsToWrite(job, addDuplicates);

  const start = () =>
    run({ id: job.id, addDuplicates })
      .unwrap()
      .then(() => void showToast(t('memberCsv.run.started')), fail);
  const report = () =>
    downloadFile(`/members/imports/${job.id}/report`, `report-${job.fileName}`).catch(fail);

  return (
    <Group gap="sm" mb="lg">
      {job.state === 'checked' && job.fileKept ? (
        <>
          {count > 0 ? (
            <Button loading={running.isLoading} onClick={() => void start()}>
              {t('memberCsv.run', { count })}
            </Button>
          ) : (
            <Text size="sm">{t('memberCsv.run.none')}</Text>
          )}
          {job.mode === 'add' && job.counts.duplicate > 0 ? (
            <Checkbox
              label={t('memberCsv.addDuplicates', { count: job.counts.duplicate })}
              checked={addDuplicates}
              onChange={(event) => setAddDuplicates(event.currentTarget.checked)}
            />
          ) : null}
          <Button component={Link} to={paths.memberCsv} variant="default">
            {t('memberCsv.run.again')}
          </Button>
        </>
      ) : null}
      {!job.fileKept ? <Text size="sm">{t('memberCsv.fileGone')}</Text> : null}
      {job.fileKept && job.counts.refused > 0 ? (
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => void report()}
        >
          {t('memberCsv.report')}
        </Button>
      ) : null}
      <Revert job={job} />
    </Group>
  );
}
