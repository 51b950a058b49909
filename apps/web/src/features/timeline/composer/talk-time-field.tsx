import { Button, Group, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { useMinute } from '../../../shared/display/use-minute';
import { clockTime, fromLocalField, shortDate, toLocalField } from '../../../shared/intl/dates';
import { createTranslate, useTexts } from '../../../shared/intl/messages';
import { LazyMenu } from '../../../shared/lazy/lazy-menu';
import { LazyPopover } from '../../../shared/lazy/lazy-popover';
import { composerTexts } from './composer.messages';
import { isTalkAhead, talkWords } from './talk-time.rules';
import { timelineTexts } from '../timeline.messages';

/** A talk time in few words: 今, 今日 14:30, 昨日 14:30, 11月3日 14:30. */
function talkTimeWords(intl: IntlShape, at: string | null, now: number): string {
  const t = createTranslate(intl, composerTexts);
  if (at === null) return t('timeline.talkedAt.now');
  const day = (when: number | string) => toLocalField(intl, when).slice(0, 10);
  const time = clockTime(intl, at);
  if (day(at) === day(now)) return t('timeline.talkedAt.today', { time });
  if (day(at) === day(now - 86_400_000)) return t('timeline.talkedAt.yesterday', { time });
  return `${shortDate(intl, at, now)} ${time}`;
}

interface TalkTimeProps {
  value: string | null;
  onChange: (at: string | null) => void;
}

/** Field of the talk time; null means now. */
export function TalkTimeField(props: TalkTimeProps) {
  const words = useTexts(composerTexts);
  const intl = useIntl();
  const now = useMinute();
  const button = (
    <button type="button" className="engawa-tool">
      <IconClock size={16} stroke={1.5} aria-hidden="true" />
      <span className="engawa-unseen">{words('timeline.talkedAt')} </span>
      {talkTimeWords(intl, props.value, now)}
    </button>
  );
  return (
    <LazyMenu
      button={button}
      popup="dialog"
      opened={() => (
        <LazyPopover button={button} p="sm">
          {(close) => <TalkTimeChoice {...props} onClose={close} />}
        </LazyPopover>
      )}
    />
  );
}

const look = { variant: 'default', size: 'compact-sm', mih: { base: 44, sm: 0 } } as const;

function TalkTimeChoice({ value, onChange, onClose }: TalkTimeProps & { onClose: () => void }) {
  const t = useTexts(timelineTexts);
  const words = useTexts(composerTexts);
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const choose = (at: string | null) => {
    onChange(at);
    onClose();
  };
  return (
    <Group gap={8} align="flex-end" maw="calc(100vw - 48px)">
      <TextInput
        type="datetime-local"
        label={words('timeline.talkedAt')}
        value={toLocalField(intl, value ?? now)}
        max={toLocalField(intl, now)}
        error={isTalkAhead(value, now) ? t('timeline.talkedAt.ahead') : undefined}
        onChange={(event) => {
          const at = fromLocalField(intl, event.currentTarget.value);
          if (at) onChange(at);
        }}
      />
      <Button {...look} onClick={() => choose(null)}>
        {words('timeline.talkedAt.now')}
      </Button>
      {talkWords(intl, now).map(({ name, at }) => (
        <Button key={name} {...look} onClick={() => choose(at)}>
          {words(`composer.time.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
