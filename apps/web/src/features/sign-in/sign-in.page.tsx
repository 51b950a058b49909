import { Box, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { switchLocale } from '../../shared/intl/locale';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { networkProblem } from '../../shared/problem/api-problem';
import { useMaybeSession } from '../../shared/session/use-session';
import { EntranceFrame } from '../../shared/layout/entrance-frame';
import { usePageTitle } from '../../shared/layout/page-frame';
import { ProblemNotice } from '../../shared/feedback/states';
import { CodeForm } from './code-form';
import { OrganisationForm } from './organisation-form';
import { PasswordForm } from './password-form';
import { signInTexts } from './sign-in.messages';
import style from './sign-in.module.css';
import { ownAddress, rememberedSpace, returnAddress, spaceName } from './sign-in.rules';

/**
 * Sign-in by e-mail and password, or with the account of the space's organisation. Parameters:
 * space (`space`), return address (`from`), failure of an organisation's sign-in (`problem`), and
 * missing one-time code (`step=code`).
 */
export function SignInPage() {
  const t = useTexts(signInTexts);
  const intl = useIntl();
  const session = useMaybeSession();
  const [params] = useSearchParams();
  const [remembered] = useState(rememberedSpace);
  const { issuerSignOut = null } = (useLocation().state ?? {}) as { issuerSignOut?: string | null };
  usePageTitle(t('signIn.title'));

  if (session) return <Navigate to={returnAddress(params.get('from'), session)} replace />;
  // The sign-in page knows the first page of the account.
  const from = ownAddress(params.get('from')) ?? paths.login;

  const linked = spaceName(params.get('space'));
  const problem = params.get('problem');
  const organisation = (
    <OrganisationForm space={linked || remembered} from={from} primary={linked !== ''} />
  );

  return (
    <EntranceFrame
      name={
        <Text fz={26} fw={600} lh={1.3} mt={12}>
          Engawa
        </Text>
      }
      lead={t('signIn.lead')}
    >
      <h1 className="engawa-unseen">{t('signIn.title')}</h1>
      {problem ? <Ended problem={problem} /> : null}
      {issuerSignOut ? (
        <Text size="sm" mb={16} p={12} bd="1px solid var(--e-line)" bdrs="8px" role="status">
          {t('signIn.signedOut')} <a href={issuerSignOut}>{t('signIn.signedOut.issuer')}</a>
        </Text>
      ) : null}
      {params.get('step') === 'code' ? (
        <CodeForm space={linked} />
      ) : (
        <>
          {linked ? organisation : <PasswordForm autoFocus />}
          <p className={style.or}>{t('signIn.or')}</p>
          {linked ? <PasswordForm autoFocus={false} /> : organisation}
        </>
      )}
      <Group gap={12} justify="space-between" wrap="nowrap" fz="sm" pt={16} px={4}>
        <Link to="/actions/passwords/send">{t('signIn.forgot')}</Link>
        <button
          type="button"
          className="engawa-tool"
          lang={intl.locale === 'ja' ? 'en' : 'ja'}
          onClick={() => switchLocale(intl.locale === 'ja' ? 'en' : 'ja')}
        >
          {t('signIn.language')}
        </button>
      </Group>
    </EntranceFrame>
  );
}

/** Why an organisation's sign-in failed. */
function Ended({ problem }: { problem: string }) {
  const t = useTexts(signInTexts);
  const id = `signIn.problem.${problem}`;
  const known = Object.hasOwn(signInTexts, id);
  const text = t(known ? (id as keyof typeof signInTexts) : 'signIn.problem.other');
  return (
    <Box mb={16}>
      <ProblemNotice error={{ ...networkProblem, code: problem, text }} />
    </Box>
  );
}
