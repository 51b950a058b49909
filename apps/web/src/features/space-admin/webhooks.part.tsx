import { Button } from '@mantine/core';
import { IconLock, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { type MadeSecret, WebhookCard } from './webhook-card';
import { WebhookForm } from './webhook-form';
import { useListWebhooksQuery } from './webhooks.api';
import { webhookTexts } from './webhooks.messages';
import style from './webhooks.module.css';

/** Outgoing webhooks: add, change, try, switch, renew the secret, delete, and their log (INT-2). */
export function WebhooksPart() {
  const say = useTexts(webhookTexts);
  const can = useCan();
  if (can('integration.manage')) return <Webhooks />;
  return (
    <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={say('webhooks.denied')}>
      {say('webhooks.denied.text')}
    </EmptyState>
  );
}

function Webhooks() {
  const say = useTexts(webhookTexts);
  const { data, isLoading, error, refetch } = useListWebhooksQuery();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeSecret | null>(null);
  const addButton = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
      onClick={() => {
        setMade(null);
        setAdding(true);
      }}
    >
      {say('webhooks.add')}
    </Button>
  );
  return (
    <section className={style.part} aria-labelledby="webhooks">
      <h2 id="webhooks">{say('webhooks.title')}</h2>
      <p className={style.lead}>{say('webhooks.lead')}</p>
      {made ? <Secret key={made.webhook.secret} made={made} onClose={() => setMade(null)} /> : null}
      {isLoading ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 && !adding ? (
        <EmptyState
          icon={<IconWebhook size={36} stroke={1.2} />}
          title={say('webhooks.empty')}
          action={addButton}
        >
          {say('webhooks.empty.text')}
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={style.list}>
          {data.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} onSecret={setMade} />
          ))}
        </ul>
      ) : null}
      {adding ? (
        <WebhookForm
          onClose={() => setAdding(false)}
          onAdded={(webhook) => {
            setAdding(false);
            setMade({ webhook, rotated: false });
          }}
        />
      ) : data && data.length > 0 ? (
        addButton
      ) : null}
    </section>
  );
}

/** The one time that a secret is shown. */
function Secret({ made, onClose }: { made: MadeSecret; onClose: () => void }) {
  const say = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  const { secret, url } = made.webhook;
  const copy = () =>
    navigator.clipboard
      ?.writeText(secret)
      .then(() => void showToast(say('webhooks.secret.copied')))
      // Without the permission it can still be marked and copied by hand.
      .catch(() => undefined);
  return (
    <div className={style.secret} role="status">
      <strong>{say('webhooks.secret')}</strong>
      <small>{url}</small>
      <p>{say('webhooks.secret.text')}</p>
      {made.rotated ? <p>{say('webhooks.secret.rotated')}</p> : null}
      <code>{secret}</code>
      <div className={style.buttons}>
        <Button onClick={() => void copy()}>{say('webhooks.secret.copy')}</Button>
        <Button variant="default" onClick={onClose}>
          {common('common.close')}
        </Button>
      </div>
    </div>
  );
}
