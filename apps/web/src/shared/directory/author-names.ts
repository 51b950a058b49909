import { useListIntegrationsQuery } from './api-tokens.api';
import { useListStaffsQuery } from './directory.api';

/**
 * The name of an author: of a staff member, or of an integration. Integrations are only loaded
 * where one of `ids` is not a staff member.
 */
export function useAuthorNames(ids: readonly string[]): (id: string) => string {
  const { data: staffs } = useListStaffsQuery();
  const known = new Map((staffs ?? []).map(({ id, displayName }) => [id, displayName]));
  const skip = staffs === undefined || ids.every((id) => known.has(id));
  const { data: integrations = [] } = useListIntegrationsQuery(undefined, { skip });
  return (id) =>
    known.get(id) ?? integrations.find((integration) => integration.id === id)?.displayName ?? '';
}
