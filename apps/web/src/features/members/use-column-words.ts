import type { MemberFieldName } from '@engawa/contracts';
import { useListCustomFieldsQuery } from '../../shared/directory/directory.api';
import { memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { useTexts } from '../../shared/intl/messages';
import { memberTexts } from './members.messages';
import type { ColumnId } from './members.rules';

/** The name of a column. */
export function useColumnWords(): (column: ColumnId) => string {
  const t = useTexts(memberTexts);
  const fieldWord = useTexts(memberFieldTexts);
  const { data: customFields = [] } = useListCustomFieldsQuery();
  return (column) => {
    switch (column) {
      case 'type':
        return t('members.type');
      case 'lastTalk':
        return t('members.talked');
      case 'posts':
        return t('members.posts');
      case 'openIssues':
        return t('members.openIssues');
      default: {
        const custom = customFields.find(({ id }) => column === `custom:${id}`);
        return custom?.name ?? fieldWord(`memberField.${column as MemberFieldName}`);
      }
    }
  };
}
