import '../../shared/theme/floating-sheets';
import type { AuditEntry, Staff } from '@engawa/contracts';
import { Button, NativeSelect } from '@mantine/core';
import { IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { exactDateTime, fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { DayRange } from '../../shared/ui/day-range';
import { Denied } from '../../shared/ui/denied';
import { LoadMore } from '../../shared/ui/load-more';
import { Part } from '../../shared/ui/part';
import { RowList } from '../../shared/ui/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { useListAuditEntriesInfiniteQuery } from './space-records.api';
import { knownActions, wordsOf } from './record-words.rules';
import { spaceRecordTexts } from './space-records.messages';
import style from './space-records.module.css';
import { dayAfter, valueText } from './space-records.rules';

const isRole = (value: unknown): value is Staff['role'] =>
  value === 'primaryAdmin' || value === 'generalAdmin' || value === 'staff';

const everything = { actorId: '', action: '', from: '', until: '' };

/** Who changed what and when, with old and new values (IDN-13). */
export function AuditPart() {
  const say = useTexts(spaceRecordTexts);
  const can = useCan();
  if (can('audit.read')) return <Audit />;
  return <Denied title={say('records.denied')}>{say('records.denied.text')}</Denied>;
}

function Audit() {
  const say = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const { data: staffs = [] } = useListStaffsQuery();
  const [filter, setFilter] = useState(everything);
  const set = (change: Partial<typeof everything>) => setFilter((now) => ({ ...now, ...change }));
  const startOf = (day: string) => (day && fromLocalField(intl, `${day}T00:00`)) || undefined;
  const list = useListAuditEntriesInfiniteQuery(
    {
      actorId: filter.actorId || undefined,
      action: filter.action || undefined,
      from: startOf(filter.from),
      to: filter.until ? startOf(dayAfter(filter.until)) : undefined,
    },
    { refetchOnMountOrArgChange: true },
  );
  const entries = list.currentData?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.values(filter).some(Boolean);
  return (
    <Part title={say('audit.title')} lead={say('audit.lead')}>
      <div className={style.filters}>
        <NativeSelect
          label={say('audit.staff')}
          value={filter.actorId}
          onChange={(event) => set({ actorId: event.currentTarget.value })}
          data={[
            { value: '', label: say('audit.staff.all') },
            ...staffs.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ]}
        />
        <NativeSelect
          label={say('audit.action')}
          value={filter.action}
          onChange={(event) => set({ action: event.currentTarget.value })}
          data={[
            { value: '', label: say('audit.action.all') },
            ...knownActions.map((name) => ({ value: name, label: say(wordsOf('action', name)!) })),
          ]}
        />
        <DayRange
          from={filter.from}
          until={filter.until}
          words={{ from: say('audit.from'), until: say('audit.until') }}
          onChange={set}
        />
      </div>
      {list.isError && entries.length === 0 ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.currentData ? (
        <ListSkeleton rows={6} />
      ) : entries.length === 0 ? (
        <EmptyState
          icon={<IconHistory size={32} stroke={1.5} />}
          title={say(filtered ? 'audit.empty.found' : 'audit.empty')}
          action={
            filtered ? (
              <Button variant="default" onClick={() => setFilter(everything)}>
                {say('audit.clear')}
              </Button>
            ) : null
          }
        />
      ) : (
        <RowList>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </RowList>
      )}
      <div className={style.below}>
        <LoadMore list={list}>{say('audit.more')}</LoadMore>
      </div>
    </Part>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const say = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const role = useTexts(staffRoleTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const words = wordsOf('action', entry.action);
  // An actor of another space is the operator of the installation.
  const actor = !entry.actor
    ? say('audit.system')
    : entry.actor.displayName || say('audit.operator');
  const line = (
    <>
      <time dateTime={entry.at}>{exactDateTime(intl, entry.at)}</time>
      <span>{actor}</span>
      <span title={entry.userAgent ?? undefined}>
        {words ? say(words) : entry.action}
        {entry.target.type === 'session' || entry.target.name === actor ? null : (
          <small>{entry.target.name}</small>
        )}
      </span>
    </>
  );
  const show = (field: string, value: unknown) => {
    if (field === 'role' && isRole(value)) return role(`staffRole.${value}`);
    if (typeof value === 'boolean') return say(value ? 'audit.yes' : 'audit.no');
    const scopes = Array.isArray(value) ? value.map((name) => wordsOf('scope', String(name))) : [];
    if (scopes.length > 0 && scopes.every((words) => words !== null)) {
      return scopes.map((words) => say(words)).join(', ');
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
          <IconChevronRight className={style.chevron} size={16} stroke={1.5} aria-hidden="true" />
        </summary>
        <table className={style.changes}>
          <thead>
            <tr>
              <th scope="col">{say('audit.field')}</th>
              <th scope="col">{say('audit.before')}</th>
              <th scope="col">{say('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {entry.changes.map(({ field, before, after }, index) => {
              const name = wordsOf('field', field);
              return (
                <tr key={`${index}-${field}`}>
                  <td>{name ? say(name) : field}</td>
                  <td>{show(field, before)}</td>
                  <td>{show(field, after)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </li>
  );
}
