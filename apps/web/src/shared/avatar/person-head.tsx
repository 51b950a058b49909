import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pill } from '../display/pill';
import style from './person-head.module.css';

/** Heading of a person's page: avatar, name, facts, actions. */
export function PersonHead(props: {
  /** 64 pixels wide. */
  face: ReactNode;
  name: string;
  /** Reading of the name; shown above it. */
  kana?: string;
  /** State such as resigned or deactivated. */
  state?: string | null;
  /** Company and title; empty ones are omitted. */
  facts: readonly (string | null | undefined)[];
  /** A last line below the facts. */
  foot?: ReactNode;
  actions: ReactNode;
  /** Content below, over the full width. */
  children?: ReactNode;
}) {
  const facts = [...new Set(props.facts.filter(Boolean))];
  return (
    <Group component="header" className={style.head} gap="12px 18px" align="flex-start" pb={16}>
      {props.face}
      <Stack className={style.text} gap={2} miw={0} fz="xs" c="dimmed">
        {props.kana ? <p>{props.kana}</p> : null}
        <Group component="h1" gap="4px 10px" fz="xl" c="var(--e-text)">
          {props.name}
          {props.state ? <Pill>{props.state}</Pill> : null}
        </Group>
        {facts.length > 0 ? (
          <Text className={style.facts} size="sm">
            {facts.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </Text>
        ) : null}
        {props.foot ? <p>{props.foot}</p> : null}
      </Stack>
      <Group className={style.actions} gap={8}>
        {props.actions}
      </Group>
      {props.children ? (
        <Box flex="1 0 100%" miw={0}>
          {props.children}
        </Box>
      ) : null}
    </Group>
  );
}
