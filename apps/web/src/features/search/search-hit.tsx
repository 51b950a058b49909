import { Group, Text } from '@mantine/core';
import type { FoundText, Label, MemberRef, SearchHit } from '@engawa/contracts';
import { IconPaperclip } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { LabelChip } from '../../shared/display/label-chip';
import { RelativeTime } from '../../shared/display/relative-time';
import { StatusPill } from '../../shared/display/status-pill';
import { highlightedParts } from './search.rules';
import { searchTexts } from './search.messages';
import style from './search.module.css';

/** A hit; opens its thread beside the list, and as a link the post in the timeline. */
export function Hit(props: {
  hit: SearchHit;
  labels: readonly Label[];
  selected: boolean;
  onOpen: (id: string) => void;
}) {
  const { hit, labels } = props;
  const t = useTexts(searchTexts);
  const own = labels.filter((label) => hit.labelIds.includes(label.id));
  return (
    <li>
      <Link
        className={style.hit}
        data-row={hit.id}
        data-selected={props.selected || undefined}
        onClick={(event) => {
          // Another tab or window is a link's.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          props.onOpen(hit.id);
        }}
        to={postPath(
          { kind: 'all' },
          hit.postId,
          hit.commentId ? { comments: true, commentId: hit.commentId } : undefined,
        )}
      >
        <StaffAvatar staff={hit.owner} size={36} />
        <span className={style.body}>
          <span className={style.line}>
            <strong>
              <Marked text={hit.owner.displayName} found={foundIn(hit, 'ownerName')} />
            </strong>
            {hit.kind === 'comment' ? <span>{t('search.comment')}</span> : null}
            <Text span truncate inherit miw={0}>
              {hit.members.map((member, index) => (
                <Fragment key={member.id}>
                  {index > 0 ? '、' : null}
                  <NamedMember hit={hit} member={member} />
                </Fragment>
              ))}
            </Text>
            <span className={style.time}>
              <RelativeTime at={hit.talkedAt} />
            </span>
          </span>
          <span className={style.memo}>
            <Marked text={hit.memo} found={hit} />
          </span>
          {hit.attachmentTitles.length > 0 ? (
            <span className={style.files}>
              <IconPaperclip size={14} stroke={1.5} aria-label={t('search.files')} />
              <span>
                {hit.attachmentTitles.map((title, index) => (
                  <Fragment key={index}>
                    {index > 0 ? '、' : null}
                    <Marked text={title} found={foundIn(hit, 'attachmentTitle', null, title)} />
                  </Fragment>
                ))}
              </span>
            </span>
          ) : null}
          {own.length > 0 || hit.taskStatus ? (
            <Group component="span" gap={6} align="stretch" pt={2}>
              {hit.taskStatus ? <StatusPill status={hit.taskStatus} /> : null}
              {own.map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </Group>
          ) : null}
        </span>
      </Link>
    </li>
  );
}

/** A member's name; with kana and company where the search found words in them. */
function NamedMember({ hit, member }: { hit: SearchHit; member: MemberRef }) {
  const kana = foundIn(hit, 'memberKana', member.id);
  const company = foundIn(hit, 'company', member.id);
  return (
    <>
      <Marked text={memberName(member)} found={foundIn(hit, 'memberName', member.id)} />
      {kana ? (
        <>
          {' '}
          <Marked text={kana.text} found={kana} />
        </>
      ) : null}
      {company ? (
        <>
          {' · '}
          <Marked text={company.text} found={company} />
        </>
      ) : null}
    </>
  );
}

function Marked(props: { text: string; found: Pick<FoundText, 'highlights'> | undefined }) {
  return highlightedParts(props.text, props.found?.highlights ?? []).map((piece, index) =>
    piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}

/** What the search found in one of the texts beside the memo. */
function foundIn(
  { found, owner }: SearchHit,
  field: FoundText['field'],
  id: string | null = owner.id,
  text?: string,
): FoundText | undefined {
  return found.find(
    (one) => one.field === field && one.id === id && (text === undefined || one.text === text),
  );
}
