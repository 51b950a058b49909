import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { Delivery, Webhook, WebhookWithSecret } from '@engawa/contracts';
import { Button, Menu, Switch, Group, Stack, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconDots,
  IconKey,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { joinTexts } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { DeliveryLog } from './delivery-log';
import { reasonOf } from './webhook-events.rules';
import { WebhookForm } from './webhook-form';
import {
  useDeleteWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  useSwitchWebhookMutation,
} from './webhooks.api';
import { eventWords, webhookTexts } from './webhooks.messages';
import layout from '../../shared/layout/common.module.css';
import { Card } from '../../shared/layout/card';
import { Warning } from '../../shared/feedback/warning';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** A new secret, and why it was created. */
export interface NewWebhookSecret {
  webhook: WebhookWithSecret;
  rotated: boolean;
}

/** One webhook with its actions. */
export function WebhookCard(props: {
  webhook: Webhook;
  onSecret: (made: NewWebhookSecret) => void;
}) {
  const { webhook, onSecret } = props;
  const t = useTexts(webhookTexts);
  const intl = useIntl();
  const logId = useId();
  const [editing, setEditing] = useState(false);
  const [open, setOpen] = useState(false);
  const actions = useActions(webhook, onSecret);
  const name = webhook.description || webhook.url;
  const words = webhook.events.map((event) => {
    const id = eventWords(event);
    return id ? t(id) : event;
  });
  return (
    <Card component="li" className={layout.form} data-webhook={webhook.id}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack component="span" gap={0} miw={0}>
          {webhook.description ? <strong>{webhook.description}</strong> : null}
          <Text component="span" size="sm">
            {webhook.url}
          </Text>
          <small data-tip={joinTexts(intl, words)}>
            {t('webhooks.count', { count: webhook.events.length })}
            {' · '}
            {t('webhooks.rotated', { date: shortDate(intl, webhook.secretRotatedAt) })}
          </small>
        </Stack>
        <Switch
          label={t('webhooks.on')}
          styles={{ label: { whiteSpace: 'nowrap' } }}
          aria-label={t('webhooks.on.of', { name })}
          checked={webhook.enabled}
          disabled={actions.busy}
          onChange={(event) => void actions.turn(event.currentTarget.checked)}
        />
      </Group>
      {webhook.disabledReason ? <Warning>{t(`webhooks.${webhook.disabledReason}`)}</Warning> : null}
      {editing ? (
        <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />
      ) : (
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            loading={actions.testing}
            leftSection={<IconSend {...icon} />}
            onClick={() => void actions.test().then(() => setOpen(true))}
          >
            {t('webhooks.test')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={open}
            aria-controls={logId}
            rightSection={
              <IconChevronDown
                {...icon}
                style={open ? { transform: 'rotate(180deg)' } : undefined}
              />
            }
            onClick={() => setOpen(!open)}
          >
            {t('webhooks.log')}
          </Button>
          <MoreActions name={name} onEdit={() => setEditing(true)} {...actions} />
        </Group>
      )}
      {open ? (
        <div id={logId}>
          <DeliveryLog target={webhook.id} />
        </div>
      ) : null}
    </Card>
  );
}

function MoreActions(props: {
  name: string;
  onEdit: () => void;
  rotate: () => Promise<void>;
  remove: () => Promise<void>;
  dropping: boolean;
}) {
  const t = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <Button
          ml="auto"
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={props.dropping}
          aria-label={`${common('common.more')}: ${props.name}`}
        >
          <IconDots {...icon} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={props.onEdit}>
          {common('common.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => void props.rotate()}>
          {t('webhooks.rotate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void props.remove()}>
          {common('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useActions(webhook: Webhook, onSecret: (made: NewWebhookSecret) => void) {
  const t = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [turn, turning] = useSwitchWebhookMutation();
  const [rotateSecret] = useRotateWebhookSecretMutation();
  // Renewed once although an answer was lost: the receiver's secret signs until the second renewal.
  const [rotationKey, setRotationKey] = useState<string>(() => crypto.randomUUID());
  const [tryOut, trying] = useTestWebhookMutation();
  const [drop, dropping] = useDeleteWebhookMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const told = (delivery: Delivery) => {
    if (delivery.state === 'succeeded') {
      showToast(t('webhooks.test.done', { status: delivery.lastStatus }));
    } else if (delivery.lastStatus !== null) {
      showFailure(t('webhooks.test.status', { status: delivery.lastStatus }));
    } else {
      const reason = t(`reason.${reasonOf(delivery.lastError) ?? 'other'}`);
      showFailure(t('webhooks.test.error', { reason }));
    }
  };
  return {
    busy: turning.isLoading,
    testing: trying.isLoading,
    dropping: dropping.isLoading,
    turn: (enabled: boolean) =>
      turn({ id: webhook.id, enabled })
        .unwrap()
        .then(() => void showToast(t(enabled ? 'webhooks.on.done' : 'webhooks.off.done')), fail),
    test: () => tryOut(webhook.id).unwrap().then(told, fail),
    rotate: async () => {
      const yes = await confirm({
        title: t('webhooks.rotate.title'),
        text: t('webhooks.rotate.text'),
        action: t('webhooks.rotate'),
      });
      if (!yes) return;
      await rotateSecret({ id: webhook.id, key: rotationKey })
        .unwrap()
        .then((made) => {
          setRotationKey(crypto.randomUUID());
          onSecret({ webhook: made, rotated: true });
        }, fail);
    },
    remove: async () => {
      const yes = await confirm({
        title: t('webhooks.delete.title'),
        text: t('webhooks.delete.text', { name: webhook.url }),
        action: common('common.delete'),
        danger: true,
      });
      if (!yes) return;
      await drop(webhook.id)
        .unwrap()
        .then(() => void showToast(t('webhooks.deleted')), fail);
    },
  };
}
