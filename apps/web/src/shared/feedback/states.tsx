import { Box, Button, Group, Loader, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { Sentences } from '../display/sentences';
import { useTexts } from '../intl/messages';
import { problemFrom } from '../problem/api-problem';
import { useProblemText } from '../problem/problem-text';
import style from './states.module.css';

/** An empty state with its first step. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack gap={8} align="center" c="dimmed" py={56} px={24} ta="center">
      {props.icon ? (
        <Box component="span" c="var(--e-faint)" aria-hidden="true">
          {props.icon}
        </Box>
      ) : null}
      <Text className={style.title} size="lg" c="var(--e-text)" mt={4} fw={600}>
        <Sentences>{props.title}</Sentences>
      </Text>
      {props.children ? (
        <p className={style.text}>
          <Sentences>{props.children}</Sentences>
        </p>
      ) : null}
      {props.action ? <Box mt={12}>{props.action}</Box> : null}
    </Stack>
  );
}

/** An error with what can be done, in place. */
export function ProblemNotice(props: { error: unknown; onRetry?: () => void }) {
  const t = useTexts(commonTexts);
  const text = useProblemText()(props.error);
  const { requestId, status } = problemFrom(props.error);
  return (
    <div className={style.notice} role="alert">
      <IconAlertCircle size={18} stroke={1.5} aria-hidden="true" />
      <div>
        <p>{text}</p>
        {requestId && status >= 500 ? (
          <small>{t('common.problem.code', { id: requestId })}</small>
        ) : null}
      </div>
      {props.onRetry ? (
        <Button ml="auto" size="compact-sm" variant="default" onClick={props.onRetry}>
          {t('common.retry')}
        </Button>
      ) : null}
    </div>
  );
}

/** The skeleton of a list with avatars, of rows or of cards. */
export function ListSkeleton({ rows = 6, cards = false }: { rows?: number; cards?: boolean }) {
  const t = useTexts(commonTexts);
  return (
    <div role="status" className={cards ? style.cards : undefined}>
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Group key={index} gap={12} wrap="nowrap" py={14}>
          <Skeleton height={36} circle />
          <Stack gap={8} flex={1}>
            <Skeleton width={`${30 + ((index * 17) % 30)}%`} />
            <Skeleton width={`${50 + ((index * 23) % 40)}%`} height={12} />
          </Stack>
        </Group>
      ))}
    </div>
  );
}

/** A centred spinner, after 150 ms. */
export function Waiting() {
  const t = useTexts(commonTexts);
  return (
    <Group justify="center" mih="40vh" role="status">
      <Loader className="engawa-late" size="sm" aria-label={t('common.loading')} />
    </Group>
  );
}
