import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { ChatKind, ChatName, IntegrationSettings } from '@engawa/contracts';
import { Button, Checkbox, Switch, TextInput, Group, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { currentOf } from '../../shared/edit/current-of';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { isSame } from '../../shared/edit/merge-form';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { SettingPage } from '../../shared/layout/setting-page';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useGetIntegrationsQuery,
  useTestIntegrationMutation,
  useUpdateIntegrationsMutation,
} from './integrations.api';
import { ChatGuide } from './chat-guide';
import { DeliveryLog } from './delivery-log';
import { spaceAdminTexts } from './space-admin.messages';
import layout from '../../shared/layout/common.module.css';
import { Card } from '../../shared/layout/card';
import { Warning } from '../../shared/feedback/warning';
import { SubmitButton } from '../../shared/form/submit-button';

const chats: readonly ChatName[] = ['slack', 'teams', 'chatwork'];
const kinds: readonly ChatKind[] = ['post', 'comment', 'task'];

/** Slack, Teams and Chatwork: address, kinds of messages, and a test (INT-1). */
export function IntegrationsPart() {
  const t = useTexts(spaceAdminTexts);
  const { data, isLoading, error, refetch } = useGetIntegrationsQuery();
  return (
    <SettingPage title={t('spaceAdmin.integrations')} lead={t('spaceAdmin.integrations.lead')}>
      {isLoading ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <Stack>
          {chats.map((chat) => (
            <ChatForm key={chat} chat={chat} settings={data} />
          ))}
        </Stack>
      ) : null}
    </SettingPage>
  );
}

interface ChatFields {
  enabled: boolean;
  kinds: readonly ChatKind[];
  /** What was typed, and the end of the stored one, by which a change of others is noticed. */
  secret: { typed: string; hint: string | null };
  roomId: string;
}

function fieldsOf(chat: ChatName, settings: IntegrationSettings): ChatFields {
  const { enabled, kinds: chosen, secretHint } = settings[chat];
  return {
    enabled,
    kinds: kinds.filter((kind) => chosen.includes(kind)),
    secret: { typed: '', hint: secretHint ?? null },
    roomId: settings.chatwork.roomId,
  };
}

function ChatForm({ chat, settings }: { chat: ChatName; settings: IntegrationSettings }) {
  const t = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const intl = useIntl();
  const kept = settings[chat];
  const [update] = useUpdateIntegrationsMutation();
  const saved = useRef<IntegrationSettings>(undefined);
  const edit = useSafeEdit({
    thing: settings,
    fieldsOf: (from: IntegrationSettings) => fieldsOf(chat, from),
    send: async (sent, { version }) => {
      const { enabled, kinds: chosen, roomId } = sent;
      const { typed } = sent.secret;
      const shared = { enabled, kinds: [...chosen] };
      const change =
        chat === 'chatwork'
          ? { chatwork: { ...shared, roomId, ...(typed ? { token: typed } : {}) } }
          : { [chat]: { ...shared, ...(typed ? { webhookUrl: typed } : {}) } };
      saved.current = await update({ version, change })
        .unwrap()
        .catch((error: unknown) => {
          const now = currentOf<IntegrationSettings>(error);
          const hint = now?.[chat].secretHint;
          if (!now || !hint || !typed.endsWith(hint)) throw error;
          // An earlier attempt saved it, whose answer was lost.
          const isSaved = isSame(fieldsOf(chat, now), { ...sent, secret: { typed: '', hint } });
          if (!isSaved) throw error;
          return now;
        });
    },
  });
  const { fields } = edit;
  const set = (change: Partial<ChatFields>) => edit.setFields({ ...fields, ...change });
  const [test, testing] = useTestIntegrationMutation();
  const [logged, setLogged] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await edit.save()).done || !saved.current) return;
    edit.restart(saved.current);
    showToast(t('spaceAdmin.saved'));
  };
  const tryIt = () =>
    test(chat)
      .unwrap()
      .then(
        () => void showToast(t('spaceAdmin.integrations.tested')),
        (error: unknown) => void showFailure(problemText(error)),
      );
  const secretWord = t(
    chat === 'chatwork' ? 'spaceAdmin.integrations.token' : 'spaceAdmin.integrations.url',
  );
  return (
    <Card
      component="form"
      className={layout.form}
      onSubmit={(event) => void submit(event)}
      data-chat={chat}
    >
      <Group justify="space-between">
        <h2>{t(`spaceAdmin.integrations.${chat}`)}</h2>
        <Switch
          label={t('spaceAdmin.integrations.enabled')}
          checked={fields.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
      </Group>
      <ChatGuide chat={chat} />
      {kept.disabledReason ? <Warning>{t('spaceAdmin.integrations.failing')}</Warning> : null}
      <TextInput
        label={secretWord}
        value={fields.secret.typed}
        autoComplete="off"
        placeholder={
          kept.secretHint ? t('spaceAdmin.integrations.kept', { hint: kept.secretHint }) : undefined
        }
        onChange={(event) =>
          set({ secret: { ...fields.secret, typed: event.currentTarget.value } })
        }
      />
      {chat === 'chatwork' ? (
        <TextInput
          label={t('spaceAdmin.integrations.room')}
          value={fields.roomId}
          inputMode="numeric"
          onChange={(event) => set({ roomId: event.currentTarget.value.replace(/\D/g, '') })}
        />
      ) : null}
      <Group role="group" aria-label={t('spaceAdmin.integrations.kinds')}>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`spaceAdmin.integrations.kind.${kind}`)}
            checked={fields.kinds.includes(kind)}
            onChange={(event) =>
              set({
                kinds: kinds.filter((one) =>
                  one === kind ? event.currentTarget.checked : fields.kinds.includes(one),
                ),
              })
            }
          />
        ))}
      </Group>
      <EditConflicts
        edit={edit}
        wordOf={(name) =>
          name === 'secret'
            ? secretWord
            : t(`spaceAdmin.integrations.${name === 'roomId' ? 'room' : name}`)
        }
        show={(name, { enabled, kinds: chosen, secret, roomId }) => {
          if (name === 'enabled') return enabled ? '✓' : '';
          // Secrets are never shown: the end of a stored one tells which it is.
          if (name === 'secret') return secret.typed ? '••••••' : (secret.hint ?? '');
          if (name === 'roomId') return roomId;
          return intl.formatList(chosen.map((kind) => t(`spaceAdmin.integrations.kind.${kind}`)));
        }}
      />
      {edit.error ? <ProblemNotice error={edit.error} /> : null}
      <Group gap="xs">
        <SubmitButton busy={edit.busy} disabled={!edit.changed && edit.conflict === null}>
          {common('common.save')}
        </SubmitButton>
        <Button
          variant="default"
          loading={testing.isLoading}
          disabled={!kept.secretHint}
          onClick={() => void tryIt()}
          leftSection={<IconSend size={18} stroke={1.5} aria-hidden="true" />}
        >
          {t('spaceAdmin.integrations.test')}
        </Button>
        {kept.secretHint ? (
          <Button
            variant="subtle"
            color="gray"
            aria-expanded={logged}
            onClick={() => setLogged(!logged)}
          >
            {t('spaceAdmin.integrations.log')}
          </Button>
        ) : null}
      </Group>
      {logged ? (
        <div>
          <DeliveryLog target={chat} isChat />
        </div>
      ) : null}
    </Card>
  );
}
