import { ActionIcon } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { commonTexts } from '../../shared/intl/common.messages';
import { showFailure } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSetOwnChoicesMutation } from '../../shared/session/own-choices.api';
import { useCan, useSession } from '../../shared/session/use-session';
import { useGetFirstFactsQuery } from './first-run.api';
import { firstRunTexts } from './first-run.messages';
import style from './first-run.module.css';
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
    <section className={style.steps} aria-label={t('firstRun.title')}>
      <div className={style.head}>
        <h2>{t('firstRun.title')}</h2>
        <span>{t('firstRun.count', { done, all: firstSteps.length })}</span>
        <ActionIcon aria-label={common('common.close')} onClick={onClose}>
          <IconX {...icon} aria-hidden="true" />
        </ActionIcon>
      </div>
      <ol>
        {firstSteps.map((step) =>
          facts[step] ? (
            <li key={step} className={style.done}>
              <IconCircleCheck {...icon} role="img" aria-label={t('firstRun.done')} />
              {t(`firstRun.${step}`)}
            </li>
          ) : (
            <li key={step}>
              <IconCircle {...icon} aria-hidden="true" />
              <Link to={places[step]}>{t(`firstRun.${step}`)}</Link>
              {step === 'members' ? (
                <Link to={paths.memberCsv}>{t('firstRun.members.csv')}</Link>
              ) : null}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
