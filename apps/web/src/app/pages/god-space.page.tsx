import { useTexts } from '../../shared/intl/messages';
import { LaterPage } from '../later-page';
import { shellTexts } from '../shell.messages';

export function GodSpacePage() {
  return <LaterPage title={useTexts(shellTexts)('shell.user.operation')} />;
}
