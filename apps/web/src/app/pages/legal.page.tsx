import { Box, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { Logo } from '../../shared/layout/logo';
import { PageFrame } from '../../shared/layout/page-frame';
import { adminTexts } from '../layouts/admin.messages';
import { legalTexts } from './legal.messages';
import { notFoundTexts } from './not-found.messages';

type Id = keyof typeof legalTexts;

function Legal({ title, texts }: { title: string; texts: readonly Id[] }) {
  const t = useTexts(legalTexts);
  const notFound = useTexts(notFoundTexts);
  return (
    // Without a sidebar, the column of text stands in the middle.
    <Box component="main" style={{ '--e-block': '728px' }}>
      <Group maw="var(--e-block)" mx="auto" px={{ base: 16, sm: 24 }} pt={24} gap={10}>
        <Logo />
        <strong>Engawa</strong>
      </Group>
      <PageFrame title={title} reading>
        {texts.map((id) => (
          <p key={id} style={{ margin: '0 0 1.2em', lineHeight: 1.9 }}>
            {t(id)}
          </p>
        ))}
        <p>
          <Link to={paths.timeline}>{notFound('notFound.home')}</Link>
        </p>
      </PageFrame>
    </Box>
  );
}

export function TermsPage() {
  const shell = useTexts(adminTexts);
  return (
    <Legal
      title={shell('shell.terms')}
      texts={[
        'legal.terms.lead',
        'legal.terms.use',
        'legal.terms.account',
        'legal.terms.leave',
        'legal.terms.change',
      ]}
    />
  );
}

export function PrivacyPage() {
  const shell = useTexts(adminTexts);
  return (
    <Legal
      title={shell('shell.privacy')}
      texts={[
        'legal.privacy.lead',
        'legal.privacy.members',
        'legal.privacy.staff',
        'legal.privacy.who',
        'legal.privacy.cookie',
        'legal.privacy.rights',
      ]}
    />
  );
}
