import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SpaceAdminPage } from '../../features/space-admin/space-admin.page';
import { PostImportPart } from '../../features/post-csv/post-import.part';
import { ApiTokensPart } from '../../features/space-records/api-tokens.part';
import { AuditPart } from '../../features/space-records/audit.part';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/layout/page-frame';
import { adminTexts } from '../layouts/admin.messages';

const ownParts: Record<string, (() => ReactNode) | undefined> = {
  import: PostImportPart,
  tokens: ApiTokensPart,
  audit: AuditPart,
};

/** Settings of the space, imports, API tokens and audit log; the address selects the part. */
export function SpaceSettingPage() {
  const t = useTexts(adminTexts);
  const [params] = useSearchParams();
  const Part = ownParts[params.get('part') ?? ''];
  if (!Part) return <SpaceAdminPage />;
  return (
    <PageFrame title={t('shell.admin.space')} width={860}>
      <Part />
    </PageFrame>
  );
}
