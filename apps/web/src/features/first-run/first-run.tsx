import { ActionIcon, Group } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { commonTexts } from '../../shared/intl/common.messages';
import { showFailure } from '../../shared/feedback/toast.store';
import { PartHead } from '../../shared/display/part-head';
import { Card } from '../../shared/layout/card';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSetOwnChoicesMutation } from '../../shared/session/own-choices.api';
import { useCan, useSession } from '../../shared/session/use-session';
import { useGetFirstFactsQuery } from './first-run.api';
import { firstRunTexts } from './first-run.messages';
import { firstSteps, type FirstStep, isNew } from './first-run.rules';

const places: Readonly<Record<FirstStep, string>> = {
  members: paths.members,
  staffs: paths.staffSetting,
  post: `${paths.timeline}?write`,
  chat: `${paths.spaceSetting}?part=integrations`,
};

/** Steps that a new space begins with, for its administrators, until they are done or closed. */
export function FirstRun() {
  const can = useCan();
  const { firstStepsClosed } = useSession();
  const problemText = useProblemText();
  const [setOwnChoices] = useSetOwnChoicesMutation();
  // A failed request shows the steps again, which must not send it again and again.
  const hasEnded = useRef(false);
  if (firstStepsClosed) return null;
  if (!can('staff.manage') || !can('integration.manage')) return null;
  const end = () => setOwnChoices({ firstStepsClosed: true }).unwrap();
  const endOnce = () => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    // No message if it fails: the next visit tries again.
    void end().catch(() => undefined);
  };
  return (
    <Steps
      onDone={endOnce}
      onClose={() => void end().catch((error: unknown) => showFailure(problemText(error)))}
    />
  );
}

function Steps({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTexts(firstRunTexts);
  const common = useTexts(commonTexts);
  const { data: facts } = useGetFirstFactsQuery();
  const needed = facts !== undefined && isNew(facts);
  // A space that has what it needs is not asked about again for this account.
  const isOver = facts !== undefined && !needed;
  useEffect(() => {
    if (isOver) onDone();
    // `onDone` is a new function at each render and must not repeat the effect.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  if (!needed) return null;
  const done = firstSteps.filter((step) => facts[step]).length;
  const icon = { size: 18, stroke: 1.5 } as const;
  return (
    <Card component="section" mb={20} aria-label={t('firstRun.title')}>
      <Group justify="space-between">
        <PartHead count={t('firstRun.count', { done, all: firstSteps.length })}>
          {t('firstRun.title')}
        </PartHead>
        <ActionIcon aria-label={common('common.close')} onClick={onClose}>
          <IconX {...icon} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <ol>
        {firstSteps.map((step) =>
          facts[step] ? (
            <Group key={step} component="li" gap={8} mih={36} c="dimmed">
              <IconCircleCheck
                {...icon}
                color="var(--e-done)"
                role="img"
                aria-label={t('firstRun.done')}
              />
              {t(`firstRun.${step}`)}
            </Group>
          ) : (
            <Group key={step} component="li" gap={8} mih={36}>
              <IconCircle {...icon} aria-hidden="true" />
              <Link to={places[step]}>{t(`firstRun.${step}`)}</Link>
              {step === 'members' ? (
                <Link to={paths.memberCsv}>{t('firstRun.members.csv')}</Link>
              ) : null}
            </Group>
          ),
        )}
      </ol>
    </Card>
  );
}
