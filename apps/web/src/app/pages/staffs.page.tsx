import { useTexts } from '../../shared/intl/messages';
import { LaterPage } from '../later-page';
import { shellTexts } from '../shell.messages';

export function StaffsPage() {
  return <LaterPage title={useTexts(shellTexts)('shell.staffs')} />;
}
