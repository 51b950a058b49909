import { useSearchParams } from 'react-router-dom';
import { SpaceAdminPage } from '../../features/space-admin/space-admin.page';
import { ApiTokensPart } from '../../features/space-records/api-tokens.part';
import { AuditPart } from '../../features/space-records/audit.part';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/ui/page-frame';
import { shellTexts } from '../shell.messages';

/** The settings of the space, its API tokens and its audit log; the address says which part. */
export function SpaceSettingPage() {
  const say = useTexts(shellTexts);
  const [params] = useSearchParams();
  const part = params.get('part');
  if (part !== 'tokens' && part !== 'audit') return <SpaceAdminPage />;
  return (
    <PageFrame title={say('shell.admin.space')} width={860}>
      {part === 'tokens' ? <ApiTokensPart /> : <AuditPart />}
    </PageFrame>
  );
}
