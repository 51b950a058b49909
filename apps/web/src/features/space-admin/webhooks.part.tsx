import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { Denied } from '../../shared/ui/denied';
import { MadeSecret } from '../../shared/ui/made-secret';
import { Part } from '../../shared/ui/part';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { type MadeWebhookSecret, WebhookCard } from './webhook-card';
import { WebhookForm } from './webhook-form';
import { useListWebhooksQuery } from './webhooks.api';
import { webhookTexts } from './webhooks.messages';
import style from './webhooks.module.css';

/**
 * Outgoing webhooks: add, change, test, turn on and off, renew the secret, delete, and their log
 * (INT-2).
 */
export function WebhooksPart() {
  const say = useTexts(webhookTexts);
  const can = useCan();
  if (can('integration.manage')) return <Webhooks />;
  return <Denied title={say('webhooks.denied')}>{say('webhooks.denied.text')}</Denied>;
}

function Webhooks() {
  const say = useTexts(webhookTexts);
  const { data, isLoading, error, refetch } = useListWebhooksQuery();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeWebhookSecret | null>(null);
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
    <Part className={style.part} title={say('webhooks.title')} lead={say('webhooks.lead')}>
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
    </Part>
  );
}

/** Shows a webhook's secret once. */
function Secret({ made, onClose }: { made: MadeWebhookSecret; onClose: () => void }) {
  const say = useTexts(webhookTexts);
  const { secret, url } = made.webhook;
  return (
    <MadeSecret
      title={say('webhooks.secret')}
      secret={secret}
      copy={say('webhooks.secret.copy')}
      copied={say('webhooks.secret.copied')}
      onClose={onClose}
    >
      <small>{url}</small>
      <p>{say('webhooks.secret.text')}</p>
      {made.rotated ? <p>{say('webhooks.secret.rotated')}</p> : null}
    </MadeSecret>
  );
}
