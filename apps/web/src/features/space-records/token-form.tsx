import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import { Checkbox, Group, Input, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { FormButtons } from '../../shared/form/form-buttons';
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

/** Creates an API token; its text is shown once (IDN-11). */
export function TokenForm(props: { onClose: () => void; onMade: (token: string) => void }) {
  const t = useTexts(spaceRecordTexts);
  const { permissions } = useSession();
  const [name, setName] = useState('');
  const [life, setLife] = useState<TokenLife>('90');
  const [scopes, setScopes] = useState<TokenScope[]>([]);
  const [checked, setChecked] = useState(false);
  const [create, { isLoading, error }] = useCreateApiTokenMutation();
  const nameless = name.trim() === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (nameless || scopes.length === 0) return;
    const answer = await create({ name: name.trim(), scopes, expiresAt: endOf(life) });
    if (answer.data) props.onMade(answer.data.token);
  };

  return (
    <Card
      component="form"
      className={common.form}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
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
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('tokens.life')}
          value={life}
          onChange={(event) => setLife(event.currentTarget.value as TokenLife)}
          data={tokenLives.map((value) => ({ value, label: t(`tokens.life.${value}`) }))}
        />
      </Group>
      <fieldset>
        <legend>{t('tokens.scopes')}</legend>
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="12px 16px">
          {scopesOf(permissions).map((scope) => {
            const words = wordsOf('scope', scope);
            return (
              <Checkbox
                key={scope}
                label={words ? t(words) : scope}
                checked={scopes.includes(scope)}
                onChange={(event) =>
                  setScopes(
                    event.currentTarget.checked
                      ? [...scopes, scope]
                      : scopes.filter((other) => other !== scope),
                  )
                }
              />
            );
          })}
        </SimpleGrid>
      </fieldset>
      {checked && scopes.length === 0 ? (
        <Input.Error role="alert">{t('tokens.scopes.none')}</Input.Error>
      ) : null}
      {error ? <ProblemNotice error={error} /> : null}
      <FormButtons action={t('tokens.add')} busy={isLoading} onCancel={props.onClose} />
    </Card>
  );
}
