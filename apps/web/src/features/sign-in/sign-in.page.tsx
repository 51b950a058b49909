import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { switchLocale } from '../../shared/intl/locale';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { networkProblem } from '../../shared/problem/api-problem';
import { useMaybeSession } from '../../shared/session/use-session';
import { EntranceFrame } from '../../shared/ui/entrance-frame';
import { usePageTitle } from '../../shared/ui/page-frame';
import { ProblemNotice } from '../../shared/ui/states';
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
  const say = useTexts(signInTexts);
  const intl = useIntl();
  const session = useMaybeSession();
  const [params] = useSearchParams();
  const [remembered] = useState(rememberedSpace);
  usePageTitle(say('signIn.title'));

  if (session) return <Navigate to={returnAddress(params.get('from'), session)} replace />;
  // The sign-in page knows the first page of the account.
  const from = ownAddress(params.get('from')) ?? paths.login;

  const linked = spaceName(params.get('space'));
  const problem = params.get('problem');
  const organisation = (
    <OrganisationForm space={linked || remembered} from={from} primary={linked !== ''} />
  );

  return (
    <EntranceFrame name={<p className={style.name}>Engawa</p>} lead={say('signIn.lead')}>
      <h1 className="engawa-unseen">{say('signIn.title')}</h1>
      {problem ? <Ended problem={problem} /> : null}
      {params.get('step') === 'code' ? (
        <CodeForm space={linked} />
      ) : (
        <>
          {linked ? organisation : <PasswordForm autoFocus />}
          <p className={style.or}>{say('signIn.or')}</p>
          {linked ? <PasswordForm autoFocus={false} /> : organisation}
        </>
      )}
      <div className={style.foot}>
        <Link to="/actions/passwords/send">{say('signIn.forgot')}</Link>
        <button
          type="button"
          className={style.language}
          lang={intl.locale === 'ja' ? 'en' : 'ja'}
          onClick={() => switchLocale(intl.locale === 'ja' ? 'en' : 'ja')}
        >
          {say('signIn.language')}
        </button>
      </div>
    </EntranceFrame>
  );
}

/** Why an organisation's sign-in failed. */
function Ended({ problem }: { problem: string }) {
  const say = useTexts(signInTexts);
  const id = `signIn.problem.${problem}`;
  const known = Object.hasOwn(signInTexts, id);
  const text = say(known ? (id as keyof typeof signInTexts) : 'signIn.problem.other');
  return (
    <div className={style.ended}>
      <ProblemNotice error={{ ...networkProblem, code: problem, text }} />
    </div>
  );
}
