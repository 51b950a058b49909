import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SpaceAdminPage } from '../../features/space-admin/space-admin.page';
import { PostImportPart } from '../../features/post-csv/post-import.part';
import { ApiTokensPart } from '../../features/space-records/api-tokens.part';
import { AuditPart } from '../../features/space-records/audit.part';

const ownParts: Record<string, (() => ReactNode) | undefined> = {
  import: PostImportPart,
  tokens: ApiTokensPart,
  audit: AuditPart,
};

/** Settings of the space, imports, API tokens and audit log; the address selects the part. */
export function SpaceSettingPage() {
  const [params] = useSearchParams();
  const Part = ownParts[params.get('part') ?? ''] ?? SpaceAdminPage;
  return <Part />;
}
