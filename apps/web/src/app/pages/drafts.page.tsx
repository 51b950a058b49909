import { DraftsList } from '../../features/timeline/drafts/drafts-list';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/layout/page-frame';
import { shellTexts } from '../shell.messages';

export function DraftsPage() {
  return (
    <PageFrame title={useTexts(shellTexts)('shell.drafts')} reading>
      <DraftsList />
    </PageFrame>
  );
}
