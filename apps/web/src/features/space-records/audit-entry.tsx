import '@mantine/core/styles/Table.css';
import { Table, Text } from '@mantine/core';
import type { AuditEntry, Staff } from '@engawa/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { memberFieldId, memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { wordsOf } from './record-words.rules';
import { spaceRecordTexts } from './space-records.messages';
import style from './space-records.module.css';
import { valueText } from './space-records.rules';

const isRole = (value: unknown): value is Staff['role'] =>
  value === 'primaryAdmin' || value === 'generalAdmin' || value === 'staff';

/** One entry of the audit log, with old and new values when opened. */
export function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const role = useTexts(staffRoleTexts);
  const memberWord = useTexts(memberFieldTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const words = wordsOf('action', entry.action);
  // An actor of another space is the operator of the installation.
  const actor = !entry.actor ? t('audit.system') : entry.actor.displayName || t('audit.operator');
  const line = (
    <>
      <Text component="time" inherit c="dimmed" dateTime={entry.at}>
        {exactDateTime(intl, entry.at)}
      </Text>
      <span>{actor}</span>
      <span data-tip={entry.userAgent ?? undefined}>
        {words ? t(words) : entry.action}
        {entry.target.type === 'session' || entry.target.name === actor ? null : (
          <Text component="small" display="block" size="xs" c="dimmed">
            {entry.target.name}
          </Text>
        )}
      </span>
    </>
  );
  const show = (field: string, value: unknown) => {
    if (field === 'role' && isRole(value)) return role(`staffRole.${value}`);
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    const scopes = Array.isArray(value) ? value.map((name) => wordsOf('scope', String(name))) : [];
    if (scopes.length > 0 && scopes.every((words) => words !== null)) {
      return scopes.map((words) => t(words)).join(', ');
    }
    const text = valueText(value);
    return staffs.find(({ id }) => id === text)?.displayName ?? (text || '–');
  };
  if (entry.changes.length === 0) {
    return (
      <li className={style.entry}>
        <div>{line}</div>
      </li>
    );
  }
  return (
    <li className={style.entry}>
      <details>
        <summary>
          {line}
          <IconChevronRight
            className={style.chevron}
            size={16}
            stroke={1.5}
            color="var(--e-faint)"
            aria-hidden="true"
          />
        </summary>
        <Table layout="fixed" fz="sm" my="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('audit.field')}</Table.Th>
              <Table.Th scope="col">{t('audit.before')}</Table.Th>
              <Table.Th scope="col">{t('audit.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entry.changes.map(({ field, before, after }, index) => {
              const ofMember = entry.target.type === 'member' ? memberFieldId(field) : null;
              const name = wordsOf('field', field);
              return (
                <Table.Tr key={`${index}-${field}`}>
                  <Table.Td>{ofMember ? memberWord(ofMember) : name ? t(name) : field}</Table.Td>
                  <Table.Td>{show(field, before)}</Table.Td>
                  <Table.Td>{show(field, after)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </details>
    </li>
  );
}
