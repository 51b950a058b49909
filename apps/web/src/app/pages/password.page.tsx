import { useTexts } from '../../shared/intl/messages';
import { LaterPage } from '../later-page';
import { shellTexts } from '../shell.messages';

/** The steps of setting a password by mail (IDN-7). */
export function PasswordPage(_props: { step: 'confirm' | 'done' | 'send' | 'submit' }) {
  return <LaterPage title={useTexts(shellTexts)('shell.user.password')} />;
}
