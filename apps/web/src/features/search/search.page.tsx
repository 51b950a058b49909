import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Pagination.css';
import type { Label, SearchHit } from '@engawa/contracts';
import { Button, NativeSelect, Pagination, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { postPath } from '../../shared/address/post-address';
import { useListLabelsQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { labelName, memberName } from '../../shared/directory/names';
import { statusOrder } from '../../shared/directory/task-status';
import { commonTexts } from '../../shared/intl/common.messages';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { Face } from '../../shared/ui/face';
import { LabelChip } from '../../shared/ui/label-chip';
import { PageFrame } from '../../shared/ui/page-frame';
import { RelativeTime } from '../../shared/ui/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { StatusPill } from '../../shared/ui/status-pill';
import { useGetMemberNameQuery, useSearchPostsQuery } from './search.api';
import {
  isWish,
  piecesOf,
  readSearchAddress,
  type SearchAddress,
  wishOf,
  writeSearchAddress,
} from './search.rules';
import { searchTexts } from './search.messages';
import style from './search.module.css';

/** Posts and comments of the space by words and filters; the address holds it all (SRC-1, 2). */
export function SearchPage() {
  const say = useTexts(searchTexts);
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const address = readSearchAddress(params);
  const wanted = isWish(address);
  const { data: labels = [] } = useListLabelsQuery();
  const search = useSearchPostsQuery(
    wishOf(address, (day) => fromLocalField(intl, `${day}T00:00`)),
    { skip: !wanted },
  );
  const answer = wanted ? search.data : undefined;
  const set = (change: Partial<SearchAddress>) =>
    setParams(writeSearchAddress({ ...address, page: 1, ...change }));

  return (
    <PageFrame title={say('search.title')} width={760}>
      {/* Going back in the browser brings the words of that address back. */}
      <SearchForm key={address.q} address={address} labels={labels} onChange={set} />
      {answer ? (
        <p className={style.total} role="status">
          {say(answer.totalIsExact ? 'search.count' : 'search.count.atLeast', {
            count: answer.total,
          })}
        </p>
      ) : null}
      {!wanted ? (
        <EmptyState icon={<IconSearch size={40} stroke={1.2} />} title={say('search.begin')}>
          {say('search.begin.text')}
        </EmptyState>
      ) : null}
      {wanted && search.isLoading ? <ListSkeleton rows={5} /> : null}
      {wanted && search.isError ? (
        <ProblemNotice error={search.error} onRetry={() => void search.refetch()} />
      ) : null}
      {answer && answer.posts.length === 0 ? (
        <EmptyState
          title={say('search.empty')}
          action={
            <Button variant="default" onClick={() => setParams({ q: address.q })}>
              {say('search.clear')}
            </Button>
          }
        >
          {say('search.empty.text')}
        </EmptyState>
      ) : null}
      {answer ? (
        <ul className={`${style.hits} ${search.isFetching ? style.stale : ''}`}>
          {answer.posts.map((hit) => (
            <Hit key={hit.id} hit={hit} labels={labels} />
          ))}
        </ul>
      ) : null}
      {answer && answer.totalPageCount > 1 ? (
        <nav className={style.pages} aria-label={say('search.pages')}>
          <Pagination
            total={answer.totalPageCount}
            value={address.page}
            onChange={(page) => set({ page })}
          />
        </nav>
      ) : null}
    </PageFrame>
  );
}

function SearchForm(props: {
  address: SearchAddress;
  labels: readonly Label[];
  onChange: (change: Partial<SearchAddress>) => void;
}) {
  const say = useTexts(searchTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { address, onChange } = props;
  const { data: staffs = [] } = useListStaffsQuery();
  const [text, setText] = useState(address.q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ q: text });
  };
  const any = { value: '', label: say('search.any') };
  return (
    <form className={style.form} role="search" onSubmit={submit}>
      <div className={style.words}>
        <TextInput
          type="search"
          size="md"
          value={text}
          maxLength={200}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
          aria-label={say('search.q')}
          placeholder={say('search.q')}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
        />
        <Button type="submit" size="md">
          {common('common.search')}
        </Button>
      </div>
      <p className={style.hint}>{say('search.q.hint')}</p>
      {address.member ? (
        <MemberFilter id={address.member} onClear={() => onChange({ member: '' })} />
      ) : null}
      <div className={style.filters}>
        <NativeSelect
          label={say('search.kind')}
          value={address.kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value })}
          data={[
            any,
            { value: 'post', label: say('search.kind.post') },
            { value: 'comment', label: say('search.kind.comment') },
          ]}
        />
        <NativeSelect
          label={say('search.staff')}
          value={address.staff}
          onChange={(event) => onChange({ staff: event.currentTarget.value })}
          data={[any, ...staffs.map((staff) => ({ value: staff.id, label: staff.displayName }))]}
        />
        <NativeSelect
          label={say('search.label')}
          value={address.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          data={[
            any,
            ...props.labels.map((label) => ({ value: label.id, label: labelName(intl, label) })),
          ]}
        />
        <NativeSelect
          label={say('search.status')}
          value={address.status}
          onChange={(event) => onChange({ status: event.currentTarget.value })}
          data={[
            any,
            ...statusOrder.map((status) => ({
              value: status,
              label: common(`common.status.${status}`),
            })),
          ]}
        />
        <TextInput
          type="date"
          label={say('search.from')}
          value={address.from}
          max={address.until || undefined}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={say('search.until')}
          value={address.until}
          min={address.from || undefined}
          onChange={(event) => onChange({ until: event.currentTarget.value })}
        />
      </div>
    </form>
  );
}

/** The member that an address names, such as one from the dashboard. */
function MemberFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const say = useTexts(searchTexts);
  const { data: member } = useGetMemberNameQuery(id);
  const name = member ? memberName(member) : '…';
  return (
    <p className={style.member}>
      {say('search.member')}
      <button
        type="button"
        onClick={onClear}
        aria-label={say('search.member.clear', { name })}
        title={say('search.member.clear', { name })}
      >
        {name}
        <IconX size={14} stroke={1.5} aria-hidden="true" />
      </button>
    </p>
  );
}

function Hit({ hit, labels }: { hit: SearchHit; labels: readonly Label[] }) {
  const say = useTexts(searchTexts);
  const own = labels.filter((label) => hit.labelIds.includes(label.id));
  return (
    <li>
      <Link
        className={style.hit}
        to={postPath(
          { kind: 'all' },
          hit.postId,
          hit.commentId ? { comments: true, commentId: hit.commentId } : undefined,
        )}
      >
        <Face
          id={hit.owner.id}
          name={hit.owner.displayName}
          photoUrl={hit.owner.thumbPhotoUrl}
          size={36}
          faded={hit.owner.deactivated}
        />
        <span className={style.body}>
          <span className={style.line}>
            <strong>{hit.owner.displayName}</strong>
            {hit.kind === 'comment' ? <span>{say('search.comment')}</span> : null}
            <span className={style.members}>{hit.members.map(memberName).join('、')}</span>
            <span className={style.time}>
              <RelativeTime at={hit.talkedAt} />
            </span>
          </span>
          <span className={style.memo}>
            {piecesOf(hit.memo, hit.highlights).map((piece, index) =>
              piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
            )}
          </span>
          {own.length > 0 || hit.taskStatus ? (
            <span className={style.tags}>
              {hit.taskStatus ? <StatusPill status={hit.taskStatus} /> : null}
              {own.map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}
