import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { Member } from '@engawa/contracts';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { NearEnd } from '../../shared/ui/near-end';
import { PageFrame } from '../../shared/ui/page-frame';
import { RelativeTime } from '../../shared/ui/relative-time';
import { FindField, ListTools, RowLink, RowList, RowPair } from '../../shared/ui/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { useListMembersInfiniteQuery } from './members.api';
import { MemberForm } from './member-form';
import { memberTexts } from './members.messages';
import style from './members.module.css';

/** All members in kana order, found by kanji, kana, romaji or company (MBR-1). */
export function MembersPage() {
  const say = useTexts(memberTexts);
  const can = useCan();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { data: types = [] } = useListMemberTypesQuery();
  const [adding, setAdding] = useState(false);
  const filter = {
    q: params.get('q') ?? undefined,
    typeId: params.get('type') ?? undefined,
    deleted: params.get('resigned') === '1' && can('member.delete'),
  };
  const list = useListMembersInfiniteQuery(filter);
  const members = list.data?.pages.flatMap((page) => page.items) ?? [];
  const last = list.data?.pages.at(-1);
  const filtered = !!(filter.q || filter.typeId || filter.deleted);

  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };

  return (
    <PageFrame
      title={say('members.title')}
      width={920}
      aside={
        can('member.write') ? (
          <Button
            leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {say('members.add')}
          </Button>
        ) : null
      }
    >
      <ListTools
        total={
          last
            ? say(last.totalIsExact ? 'members.count' : 'members.count.atLeast', {
                count: last.total,
              })
            : ''
        }
      >
        <SearchField value={filter.q ?? ''} onChange={(q) => set('q', q.trim() || null)} />
        <NativeSelect
          aria-label={say('members.type')}
          value={filter.typeId ?? ''}
          onChange={(event) => set('type', event.currentTarget.value || null)}
          data={[
            { value: '', label: say('members.type.all') },
            ...types.map((type) => ({ value: type.id, label: type.name })),
          ]}
        />
        {can('member.delete') ? (
          <Switch
            label={say('members.resigned')}
            checked={filter.deleted}
            onChange={(event) => set('resigned', event.currentTarget.checked ? '1' : null)}
          />
        ) : null}
      </ListTools>
      {list.isLoading ? <ListSkeleton rows={10} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && members.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={40} stroke={1.2} />}
          title={say(filtered ? 'members.empty.found' : 'members.empty')}
          action={
            filtered ? (
              <Button variant="default" onClick={() => setParams({}, { replace: true })}>
                {say('members.empty.clear')}
              </Button>
            ) : (
              <Button onClick={() => setAdding(true)}>{say('members.add')}</Button>
            )
          }
        >
          {say(filtered ? 'members.empty.found.text' : 'members.empty.text')}
        </EmptyState>
      ) : null}
      {members.length > 0 ? (
        <RowList>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </RowList>
      ) : null}
      <NearEnd
        active={list.hasNextPage && !list.isFetching}
        onReach={() => void list.fetchNextPage()}
      />
      {list.isFetchingNextPage ? <ListSkeleton rows={3} /> : null}
      {adding ? (
        <MemberForm
          member={null}
          onClose={() => setAdding(false)}
          onAdded={(member) => navigate(paths.member(member.id))}
        />
      ) : null}
    </PageFrame>
  );
}

function MemberRow({ member }: { member: Member }) {
  const say = useTexts(memberTexts);
  const name = memberName(member);
  const kana = memberKana(member);
  return (
    <RowLink to={paths.member(member.id)} className={style.row}>
      <MemberFace member={member} size={40} />
      <RowPair>
        <strong>{name}</strong>
        <small>{kana}</small>
      </RowPair>
      <span className={style.where}>
        <RowPair>
          <span>{member.company}</span>
          <small>{member.title}</small>
        </RowPair>
      </span>
      <span className={style.kind}>{member.typeOfContract}</span>
      <span className={style.talked} title={say('members.talked')}>
        {member.lastTalkedAt ? (
          <RelativeTime at={member.lastTalkedAt} />
        ) : (
          say('members.talked.short')
        )}
      </span>
    </RowLink>
  );
}

/** Searches when typing pauses; an IME composition counts as typing. */
function SearchField(props: { value: string; onChange: (value: string) => void }) {
  const say = useTexts(memberTexts);
  const [text, setText] = useState(props.value);
  const report = useRef(props.onChange);
  const composing = useRef(false);
  useEffect(() => {
    report.current = props.onChange;
  });
  useEffect(() => {
    if (text.trim() === props.value) return undefined;
    const timer = setTimeout(() => {
      if (!composing.current) report.current(text);
    }, 200);
    return () => clearTimeout(timer);
  }, [text, props.value]);
  return (
    <FindField
      label={say('members.find')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={(event) => {
        composing.current = false;
        setText(`${event.currentTarget.value}`);
        report.current(event.currentTarget.value);
      }}
    />
  );
}
