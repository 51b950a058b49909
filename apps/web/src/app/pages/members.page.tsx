import { useTexts } from '../../shared/intl/messages';
import { LaterPage } from '../later-page';
import { shellTexts } from '../shell.messages';

export function MembersPage() {
  return <LaterPage title={useTexts(shellTexts)('shell.members')} />;
}
