import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import { Checkbox, Group, Input, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { FormButtons } from '../../shared/form/form-buttons';
import { HeldFields } from '../../shared/form/held-fields';
import { ProblemNotice } from '../../shared/feedback/states';
import { useCreateApiTokenMutation } from './space-records.api';
import { wordsOf } from './record-words.rules';
import { spaceRecordTexts } from './space-records.messages';
import common from '../../shared/layout/common.module.css';
import {
  endOf,
  scopesOf,
  type TokenLife,
  tokenLives,
  type TokenScope,
} from './space-records.rules';
import { Card } from '../../shared/layout/card';

interface Fields {
  name: string;
  life: TokenLife;
  scopes: TokenScope[];
}

const emptyToken: Fields = { name: '', life: '90', scopes: [] };

/** Creates an API token; its text is shown once (IDN-11). */
export function TokenForm(props: { onClose: () => void; onMade: (token: string) => void }) {
  const t = useTexts(spaceRecordTexts);
  const { permissions } = useSession();
  // An attempt that is repeated has the same end.
  const [openedAt] = useState(() => Date.now());
  const [checked, setChecked] = useState(false);
  const [create] = useCreateApiTokenMutation();
  const { fields, setFields, busy, error, save } = useSafeEdit({
    thing: null,
    fieldsOf: () => emptyToken,
    send: async ({ name: typed, life: chosen, scopes: allowed }, _none, key) => {
      const input = { name: typed.trim(), scopes: allowed, expiresAt: endOf(chosen, openedAt) };
      props.onMade((await create({ key, input }).unwrap()).token);
    },
  });
  const { name, life, scopes } = fields;
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const nameless = name.trim() === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (nameless || scopes.length === 0) return;
    await save();
  };

  return (
    <Card
      component="form"
      className={common.form}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <HeldFields busy={busy} gap={16}>
        <Group align="flex-start">
          <TextInput
            flex="1 1 240px"
            label={t('tokens.name')}
            description={t('tokens.name.help')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            autoFocus
            maxLength={100}
            value={name}
            error={checked && nameless ? t('tokens.required') : null}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('tokens.life')}
            value={life}
            onChange={(event) => set({ life: event.currentTarget.value as TokenLife })}
            data={tokenLives.map((value) => ({ value, label: t(`tokens.life.${value}`) }))}
          />
        </Group>
        <fieldset>
          <legend>{t('tokens.scopes')}</legend>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing={16} verticalSpacing={12}>
            {scopesOf(permissions).map((scope) => {
              const words = wordsOf('scope', scope);
              return (
                <Checkbox
                  key={scope}
                  label={words ? t(words) : scope}
                  checked={scopes.includes(scope)}
                  onChange={(event) =>
                    set({
                      scopes: event.currentTarget.checked
                        ? [...scopes, scope]
                        : scopes.filter((other) => other !== scope),
                    })
                  }
                />
              );
            })}
          </SimpleGrid>
        </fieldset>
      </HeldFields>
      {checked && scopes.length === 0 ? (
        <Input.Error role="alert">{t('tokens.scopes.none')}</Input.Error>
      ) : null}
      {error ? <ProblemNotice error={error} /> : null}
      <FormButtons action={t('tokens.add')} busy={busy} onCancel={props.onClose} />
    </Card>
  );
}
