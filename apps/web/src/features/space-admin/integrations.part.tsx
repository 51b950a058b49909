import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { ChatKind, ChatName, IntegrationSettings } from '@engawa/contracts';
import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { Part } from '../../shared/ui/part';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import {
  useGetIntegrationsQuery,
  useTestIntegrationMutation,
  useUpdateIntegrationsMutation,
} from './integrations.api';
import { DeliveryLog } from './delivery-log';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

const chats: readonly ChatName[] = ['slack', 'teams', 'chatwork'];
const kinds: readonly ChatKind[] = ['post', 'comment', 'task'];

/** Slack, Teams and Chatwork: address, kinds of messages, and a test (INT-1). */
export function IntegrationsPart() {
  const say = useTexts(spaceAdminTexts);
  const { data, isLoading, error, refetch } = useGetIntegrationsQuery();
  return (
    <Part
      className={style.part}
      title={say('spaceAdmin.integrations')}
      lead={say('spaceAdmin.integrations.lead')}
    >
      {isLoading ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className={style.exports}>
          {chats.map((chat) => (
            <ChatForm key={chat} chat={chat} settings={data} />
          ))}
        </div>
      ) : null}
    </Part>
  );
}

function ChatForm({ chat, settings }: { chat: ChatName; settings: IntegrationSettings }) {
  const say = useTexts(spaceAdminTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const kept = settings[chat];
  const [enabled, setEnabled] = useState(kept.enabled);
  const [chosen, setChosen] = useState<readonly ChatKind[]>(kept.kinds);
  const [secret, setSecret] = useState('');
  const [roomId, setRoomId] = useState(settings.chatwork.roomId);
  const [update, updating] = useUpdateIntegrationsMutation();
  const [test, testing] = useTestIntegrationMutation();
  const [logged, setLogged] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const shared = { enabled, kinds: [...chosen] };
    const change =
      chat === 'chatwork'
        ? { chatwork: { ...shared, roomId, ...(secret ? { token: secret } : {}) } }
        : { [chat]: { ...shared, ...(secret ? { webhookUrl: secret } : {}) } };
    const answer = await update({ version: settings.version, change });
    if (answer.error) return;
    setSecret('');
    showToast(say('spaceAdmin.saved'));
  };
  const tryIt = () =>
    test(chat)
      .unwrap()
      .then(
        () => void showToast(say('spaceAdmin.integrations.tested')),
        (error: unknown) => void showFailure(problemText(error)),
      );
  const secretWord = say(
    chat === 'chatwork' ? 'spaceAdmin.integrations.token' : 'spaceAdmin.integrations.url',
  );
  return (
    <form className={style.export} onSubmit={(event) => void submit(event)} data-chat={chat}>
      <div className={style.line}>
        <h3>{say(`spaceAdmin.integrations.${chat}`)}</h3>
        <Switch
          label={say('spaceAdmin.integrations.enabled')}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
      </div>
      {kept.disabledReason ? (
        <p className={style.disabled}>{say('spaceAdmin.integrations.failing')}</p>
      ) : null}
      <TextInput
        className={style.full}
        label={secretWord}
        value={secret}
        autoComplete="off"
        placeholder={
          kept.secretHint
            ? say('spaceAdmin.integrations.kept', { hint: kept.secretHint })
            : undefined
        }
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      {chat === 'chatwork' ? (
        <TextInput
          label={say('spaceAdmin.integrations.room')}
          value={roomId}
          inputMode="numeric"
          onChange={(event) => setRoomId(event.currentTarget.value.replace(/\D/g, ''))}
        />
      ) : null}
      <div className={style.kinds} role="group" aria-label={say('spaceAdmin.integrations.kinds')}>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={say(`spaceAdmin.integrations.kind.${kind}`)}
            checked={chosen.includes(kind)}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked
                  ? [...chosen, kind]
                  : chosen.filter((one) => one !== kind),
              )
            }
          />
        ))}
      </div>
      {updating.error ? <ProblemNotice error={updating.error} /> : null}
      <div className={style.buttons}>
        <Button type="submit" loading={updating.isLoading}>
          {common('common.save')}
        </Button>
        <Button
          variant="default"
          loading={testing.isLoading}
          disabled={!kept.secretHint}
          onClick={() => void tryIt()}
          leftSection={<IconSend size={18} stroke={1.5} aria-hidden="true" />}
        >
          {say('spaceAdmin.integrations.test')}
        </Button>
        {kept.secretHint ? (
          <Button
            variant="subtle"
            color="gray"
            aria-expanded={logged}
            onClick={() => setLogged(!logged)}
          >
            {say('spaceAdmin.integrations.log')}
          </Button>
        ) : null}
      </div>
      {logged ? (
        <div className={style.full}>
          <DeliveryLog target={chat} isChat />
        </div>
      ) : null}
    </form>
  );
}
