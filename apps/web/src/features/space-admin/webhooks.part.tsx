import { Button, Stack } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { NoPermission } from '../../shared/feedback/no-permission';
import { NewSecret } from '../../shared/form/new-secret';
import { SettingPage } from '../../shared/layout/setting-page';
import { useMounted } from '../../shared/layout/use-mounted';
import { showFailure } from '../../shared/feedback/toast.store';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { type NewWebhookSecret, WebhookCard } from './webhook-card';
import { WebhookForm } from './webhook-form';
import { useListWebhooksQuery } from './webhooks.api';
import { webhookTexts } from './webhooks.messages';

/**
 * Outgoing webhooks: add, change, test, turn on and off, renew the secret, delete, and their log
 * (INT-2).
 */
export function WebhooksPart() {
  const t = useTexts(webhookTexts);
  const can = useCan();
  if (can('integration.manage')) return <Webhooks />;
  return (
    <SettingPage title={t('webhooks.title')}>
      <NoPermission title={t('webhooks.denied')}>{t('webhooks.denied.text')}</NoPermission>
    </SettingPage>
  );
}

function Webhooks() {
  const t = useTexts(webhookTexts);
  const { data, isLoading, error, refetch } = useListWebhooksQuery();
  // Null unless the form was opened; false gives the focus back to the button, which was away.
  const [adding, setAdding] = useState<boolean | null>(null);
  const [made, setMade] = useState<NewWebhookSecret | null>(null);
  const isMounted = useMounted();
  const showSecret = (next: NewWebhookSecret) => {
    setMade(next);
    if (!isMounted()) showFailure(t('webhooks.secret.unseen', { url: next.webhook.url }));
  };
  const addButton = (
    <Button
      autoFocus={adding === false}
      leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
      onClick={() => {
        setMade(null);
        setAdding(true);
      }}
    >
      {t('webhooks.add')}
    </Button>
  );
  return (
    <SettingPage title={t('webhooks.title')} lead={t('webhooks.lead')}>
      {made ? <Secret key={made.webhook.secret} made={made} onClose={() => setMade(null)} /> : null}
      {isLoading ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 && !adding ? (
        <EmptyState
          icon={<IconWebhook size={36} stroke={1.2} />}
          title={t('webhooks.empty')}
          action={addButton}
        >
          {t('webhooks.empty.text')}
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <Stack component="ul" gap="sm" mb="md">
          {data.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} onSecret={showSecret} />
          ))}
        </Stack>
      ) : null}
      {adding ? (
        <WebhookForm
          onClose={() => setAdding(false)}
          onAdded={(webhook) => {
            setAdding(null);
            showSecret({ webhook, rotated: false });
          }}
        />
      ) : data && data.length > 0 ? (
        addButton
      ) : null}
    </SettingPage>
  );
}

/** Shows a webhook's secret once. */
function Secret({ made, onClose }: { made: NewWebhookSecret; onClose: () => void }) {
  const t = useTexts(webhookTexts);
  const { secret, url } = made.webhook;
  return (
    <NewSecret
      title={t('webhooks.secret')}
      secret={secret}
      copy={t('webhooks.secret.copy')}
      copied={t('webhooks.secret.copied')}
      onClose={onClose}
    >
      <small>{url}</small>
      <p>{t('webhooks.secret.text')}</p>
      {made.rotated ? <p>{t('webhooks.secret.rotated')}</p> : null}
    </NewSecret>
  );
}
