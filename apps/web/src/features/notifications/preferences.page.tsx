import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type {
  KindPreference,
  MailChoice,
  NotificationKind,
  UpdateNotificationPreferencesInput,
} from '@engawa/contracts';
import { Button, NativeSelect, SimpleGrid, Stack, Switch } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { Note } from '../../shared/display/note';
import { PartHead } from '../../shared/display/part-head';
import { BackLink } from '../../shared/layout/back-link';
import { Card } from '../../shared/layout/card';
import { PageFrame } from '../../shared/layout/page-frame';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { FollowList } from './follow-list';
import { browserChoice, startBrowserNotices, stopBrowserNotices } from './browser-notice';
import {
  useGetNotificationPreferencesQuery,
  useUpdateNotificationPreferencesMutation,
} from './preferences.api';
import { preferenceTexts } from './preferences.messages';
import style from './preferences.module.css';

const kinds: readonly NotificationKind[] = [
  'mention',
  'comment',
  'reaction',
  'taskAssigned',
  'taskUnassigned',
  'taskStatus',
  'taskDue',
  'mustRead',
  'followed',
];
const mails: readonly MailChoice[] = ['none', 'now', 'digest'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Notification preferences by kind (NTF-3). */
export function PreferencesPage() {
  const t = useTexts(preferenceTexts);
  const problemText = useProblemText();
  const { staff, space } = useSession();
  const { data, error, refetch } = useGetNotificationPreferencesQuery();
  const [update] = useUpdateNotificationPreferencesMutation();
  const fail = (problem: unknown) => showFailure(problemText(problem));
  const save = (
    change: UpdateNotificationPreferencesInput,
    before: UpdateNotificationPreferencesInput,
  ) =>
    void update(change)
      .unwrap()
      .then(
        () =>
          showToast(t('preferences.saved'), {
            undo: () => void update(before).unwrap().catch(fail),
          }),
        fail,
      );
  return (
    <PageFrame title={t('preferences.title')} reading>
      <BackLink to={paths.notifications}>{t('preferences.back')}</BackLink>
      <Note mb="md">{t('preferences.lead')}</Note>
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton rows={6} /> : null}
      {data ? (
        <>
          <Card p={0}>
            <div className={style.row} aria-hidden="true">
              <small>{t('preferences.kind')}</small>
              <small>{t('preferences.app')}</small>
              <small>{t('preferences.mail')}</small>
            </div>
            {kinds.map((kind) => (
              <KindRow
                key={kind}
                kind={kind}
                value={data.kinds[kind]}
                onChange={(next, before) =>
                  save({ kinds: { [kind]: next } }, { kinds: { [kind]: before } })
                }
              />
            ))}
          </Card>
          <Card component="section" mt={20} py={20}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <NativeSelect
                inputWrapperOrder={['label', 'input', 'description']}
                label={t('preferences.digest')}
                description={t('preferences.digest.text', { zone: space.timeZone })}
                value={String(data.digestHour)}
                data={hours.map((hour) => ({
                  value: String(hour),
                  label: t('preferences.digest.hour', { hour }),
                }))}
                onChange={(event) =>
                  save(
                    { digestHour: Number(event.currentTarget.value) },
                    { digestHour: data.digestHour },
                  )
                }
              />
              <NativeSelect
                inputWrapperOrder={['label', 'input', 'description']}
                label={t('preferences.locale')}
                description={t('preferences.to', { email: staff.email })}
                value={data.locale}
                data={[
                  { value: 'ja', label: '日本語' },
                  { value: 'en', label: 'English' },
                ]}
                onChange={(event) =>
                  save(
                    { locale: event.currentTarget.value === 'en' ? 'en' : 'ja' },
                    { locale: data.locale },
                  )
                }
              />
            </SimpleGrid>
          </Card>
        </>
      ) : null}
      <FollowList />
      <ThisBrowser />
    </PageFrame>
  );
}

function KindRow(props: {
  kind: NotificationKind;
  value: KindPreference;
  /** Of what is chosen alone: the rest may be changed in another window. */
  onChange: (next: Partial<KindPreference>, before: Partial<KindPreference>) => void;
}) {
  const t = useTexts(preferenceTexts);
  const { kind, value, onChange } = props;
  const name = t(`preferences.${kind}`);
  return (
    <div className={style.row} role="group" aria-label={name}>
      <Stack component="span" gap={2} py={4}>
        <strong>{name}</strong>
        <small>{t(`preferences.${kind}.text`)}</small>
      </Stack>
      <Switch
        label={<span className={style.narrowWord}>{t('preferences.app')}</span>}
        aria-label={`${name}: ${t('preferences.app')}`}
        checked={value.app}
        onChange={(event) => onChange({ app: event.currentTarget.checked }, { app: value.app })}
      />
      <NativeSelect
        leftSection={<IconMail size={16} stroke={1.5} aria-hidden="true" />}
        aria-label={`${name}: ${t('preferences.mail')}`}
        value={value.mail}
        data={mails.map((mail) => ({ value: mail, label: t(`preferences.mail.${mail}`) }))}
        onChange={(event) =>
          onChange({ mail: event.currentTarget.value as MailChoice }, { mail: value.mail })
        }
      />
    </div>
  );
}

/** Desktop notifications; turned on by a button only. */
function ThisBrowser() {
  const t = useTexts(preferenceTexts);
  const choice = useSyncExternalStore(browserChoice.subscribe, browserChoice.read);
  if (choice === 'unable') return null;
  return (
    <Card component="section" mt={20} py={20}>
      <PartHead>{t('preferences.browser')}</PartHead>
      <Note mb="md">
        {t(
          choice === 'denied'
            ? 'preferences.browser.denied'
            : choice === 'on'
              ? 'preferences.browser.on'
              : 'preferences.browser.text',
        )}
      </Note>
      {choice === 'off' ? (
        <Button variant="default" onClick={() => void startBrowserNotices()}>
          {t('preferences.browser.start')}
        </Button>
      ) : null}
      {choice === 'on' ? (
        <Button variant="default" onClick={stopBrowserNotices}>
          {t('preferences.browser.stop')}
        </Button>
      ) : null}
    </Card>
  );
}
