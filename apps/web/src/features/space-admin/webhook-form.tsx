import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { Webhook, WebhookEvent, WebhookWithSecret } from '@engawa/contracts';
import { Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { isComposing } from '../../shared/ui/composing';
import { FormButtons } from '../../shared/ui/form-buttons';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { eventGroups, looksLikeTarget } from './webhook-events.rules';
import { useAddWebhookMutation, useUpdateWebhookMutation } from './webhooks.api';
import { webhookTexts } from './webhooks.messages';
import style from './webhooks.module.css';

/** Address, description and events of a webhook. */
export function WebhookForm(props: {
  /** The webhook to change; absent for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  onAdded?: (made: WebhookWithSecret) => void;
}) {
  const { webhook, onClose, onAdded } = props;
  const say = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [checked, setChecked] = useState(false);
  // Retrying the same input is the same request.
  const [tried, setTried] = useState({ text: '', key: '' });
  const [add, adding] = useAddWebhookMutation();
  const [update, updating] = useUpdateWebhookMutation();
  const error = adding.error ?? updating.error;
  const urlIsWrong = !looksLikeTarget(url);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (urlIsWrong || events.length === 0) return;
    const input = { url: url.trim(), description: description.trim(), events: [...events] };
    if (webhook) {
      const answer = await update({ webhook, change: input });
      if (!answer.data) return;
      showToast(say('webhooks.saved'));
      onClose();
      return;
    }
    const text = JSON.stringify(input);
    const key = tried.text === text ? tried.key : crypto.randomUUID();
    setTried({ text, key });
    const answer = await add({ key, input });
    if (answer.data) onAdded?.(answer.data);
  };
  const choose = (some: readonly WebhookEvent[], on: boolean) =>
    setEvents([...events.filter((event) => !some.includes(event)), ...(on ? some : [])]);

  return (
    <form
      className={webhook ? style.inner : style.form}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        // Confirming an IME conversion submits nothing.
        if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
      }}
      noValidate
    >
      <TextInput
        label={say('webhooks.url')}
        description={say('webhooks.url.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="url"
        required
        autoFocus
        autoComplete="off"
        maxLength={2_000}
        value={url}
        error={checked && urlIsWrong ? say('webhooks.url.wrong') : null}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label={say('webhooks.description')}
        description={say('webhooks.description.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <fieldset className={style.events}>
        <legend>{say('webhooks.events')}</legend>
        {eventGroups.map((group) => {
          const chosen = group.events.filter((event) => events.includes(event)).length;
          return (
            <div key={group.name} className={style.group}>
              <Checkbox
                label={say(`webhooks.group.${group.name}`)}
                checked={chosen === group.events.length}
                indeterminate={chosen > 0 && chosen < group.events.length}
                onChange={(event) => choose(group.events, event.currentTarget.checked)}
              />
              <div className={style.kinds}>
                {group.events.map((event) => (
                  <Checkbox
                    key={event}
                    size="sm"
                    label={say(`event.${event}`)}
                    checked={events.includes(event)}
                    onChange={(change) => choose([event], change.currentTarget.checked)}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </fieldset>
      {checked && events.length === 0 ? (
        <p className={style.wrong} role="alert">
          {say('webhooks.events.none')}
        </p>
      ) : null}
      {error ? <ProblemNotice error={error} /> : null}
      <FormButtons
        className={style.buttons}
        action={webhook ? undefined : common('common.add')}
        busy={adding.isLoading || updating.isLoading}
        onCancel={onClose}
      />
    </form>
  );
}
