import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { Webhook, WebhookEvent, WebhookWithSecret } from '@engawa/contracts';
import { Checkbox, TextInput, Input, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { isComposing } from '../../shared/form/composing';
import { FormButtons } from '../../shared/form/form-buttons';
import { HeldFields } from '../../shared/form/held-fields';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { eventGroups, looksLikeTarget } from './webhook-events.rules';
import { useAddWebhookMutation, useUpdateWebhookMutation } from './webhooks.api';
import { webhookTexts } from './webhooks.messages';
import layout from '../../shared/layout/common.module.css';
import style from './space-admin.module.css';
import { Card } from '../../shared/layout/card';

const allEvents = eventGroups.flatMap(({ events }) => events);

function fieldsOf(webhook: Webhook | null) {
  const { url = '', description = '', events = [] } = webhook ?? {};
  return { url, description, events: allEvents.filter((event) => events.includes(event)) };
}

/** Address, description and events of a webhook. */
export function WebhookForm(props: {
  /** The webhook to change; absent for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  onAdded?: (made: WebhookWithSecret) => void;
}) {
  const { webhook, onClose, onAdded } = props;
  const t = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const [checked, setChecked] = useState(false);
  const [add] = useAddWebhookMutation();
  const [update] = useUpdateWebhookMutation();
  const edit = useSafeEdit({
    thing: webhook ?? null,
    fieldsOf,
    send: async (fields, base, key) => {
      const input = {
        url: fields.url.trim(),
        description: fields.description.trim(),
        events: [...fields.events],
      };
      if (base) return update({ webhook: base, change: input }).unwrap();
      onAdded?.(await add({ key, input }).unwrap());
      return null;
    },
  });
  const { url, description, events } = edit.fields;
  const set = (change: Partial<typeof edit.fields>) =>
    edit.setFields({ ...edit.fields, ...change });
  const urlIsWrong = !looksLikeTarget(url);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (urlIsWrong || events.length === 0) return;
    if (!(await edit.save()).done || !webhook) return;
    showToast(t('webhooks.saved'));
    onClose();
  };
  const choose = (some: readonly WebhookEvent[], on: boolean) =>
    set({
      events: allEvents.filter((event) => (some.includes(event) ? on : events.includes(event))),
    });

  return (
    <Card
      component="form"
      className={layout.form}
      {...(webhook ? { withBorder: false, p: 0 } : {})}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        // Confirming an IME conversion submits nothing.
        if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
      }}
      noValidate
    >
      <HeldFields busy={edit.busy && !webhook} gap={16}>
        <TextInput
          label={t('webhooks.url')}
          description={t('webhooks.url.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="url"
          required
          autoFocus
          autoComplete="off"
          maxLength={2_000}
          value={url}
          error={checked && urlIsWrong ? t('webhooks.url.wrong') : null}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <TextInput
          label={t('webhooks.description')}
          description={t('webhooks.description.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={200}
          value={description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <fieldset>
          <legend>{t('webhooks.events')}</legend>
          {eventGroups.map((group) => {
            const chosen = group.events.filter((event) => events.includes(event)).length;
            return (
              <Group
                key={group.name}
                align="flex-start"
                gap="8px 16px"
                py={12}
                style={{ borderBottom: '1px solid var(--e-line)' }}
              >
                <Checkbox
                  w={140}
                  fw={600}
                  label={t(`webhooks.group.${group.name}`)}
                  checked={chosen === group.events.length}
                  indeterminate={chosen > 0 && chosen < group.events.length}
                  onChange={(event) => choose(group.events, event.currentTarget.checked)}
                />
                <div className={style.events}>
                  {group.events.map((event) => (
                    <Checkbox
                      key={event}
                      size="sm"
                      label={t(`event.${event}`)}
                      checked={events.includes(event)}
                      onChange={(change) => choose([event], change.currentTarget.checked)}
                    />
                  ))}
                </div>
              </Group>
            );
          })}
        </fieldset>
      </HeldFields>
      {checked && events.length === 0 ? (
        <Input.Error role="alert">{t('webhooks.events.none')}</Input.Error>
      ) : null}
      <EditConflicts
        edit={edit}
        wordOf={(name) => t(`webhooks.${name}`)}
        show={(name, from) =>
          name === 'events'
            ? intl.formatList(from.events.map((event) => t(`event.${event}`)))
            : from[name]
        }
      />
      {edit.error ? <ProblemNotice error={edit.error} /> : null}
      <FormButtons
        action={webhook ? undefined : common('common.add')}
        busy={edit.busy}
        onCancel={onClose}
      />
    </Card>
  );
}
