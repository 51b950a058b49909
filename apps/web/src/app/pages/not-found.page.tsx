import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { Sentences } from '../../shared/display/sentences';
import { useTexts } from '../../shared/intl/messages';
import { usePageTitle } from '../../shared/layout/page-frame';
import { Logo } from '../../shared/layout/logo';
import { useMaybeSession } from '../../shared/session/use-session';
import { notFoundTexts } from './not-found.messages';

/** The document title in every language (specification, section 8). */
const TITLE = 'This page could not be found';

/** Unknown addresses (specification, section 8). */
export function NotFoundPage() {
  const t = useTexts(notFoundTexts);
  const navigate = useNavigate();
  const session = useMaybeSession();
  usePageTitle(TITLE);
  return (
    <Stack
      component="main"
      gap={12}
      align="center"
      justify="center"
      mih="100dvh"
      p={24}
      ta="center"
    >
      <Logo size={40} />
      <Box component="h1" mt={12} fz={26}>
        {t('notFound.title')}
      </Box>
      <Text
        size="md"
        c="dimmed"
        lh={1.75}
        maw="34em"
        mb={12}
        style={{ wordBreak: 'auto-phrase', textWrap: 'balance' }}
      >
        <Sentences>{t('notFound.text')}</Sentences>
      </Text>
      <Group gap={8} align="stretch" justify="center">
        <Button component={Link} to={paths.timeline}>
          {t('notFound.home')}
        </Button>
        {session ? (
          <Button component={Link} to={paths.search} variant="default">
            {t('notFound.search')}
          </Button>
        ) : null}
        {session && window.history.length > 1 ? (
          <Button variant="subtle" color="gray" onClick={() => void navigate(-1)}>
            {t('notFound.back')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
