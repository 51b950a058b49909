import { Group, Stack, Text } from '@mantine/core';
import type { FoundText, Label, MemberRef, SearchHit } from '@engawa/contracts';
import { IconPaperclip } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { LabelChip } from '../../shared/display/label-chip';
import { RelativeTime } from '../../shared/display/relative-time';
import { StatusPill } from '../../shared/display/status-pill';
import { RowLink } from '../../shared/list/row-list';
import { highlightedParts, shownMemo } from './search.rules';
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
  const intl = useIntl();
  const memo = shownMemo(hit);
  const own = labels.filter((label) => hit.labelIds.includes(label.id));
  const [first] = hit.members;
  const writer = <Marked text={hit.owner.displayName} found={foundIn(hit, 'ownerName')} />;
  return (
    <RowLink
      columns="36px minmax(0, 1fr)"
      className={style.hit}
      id={hit.id}
      selected={props.selected}
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
      {first ? (
        <MemberAvatar member={first} size={36} />
      ) : (
        <StaffAvatar staff={hit.owner} size={36} />
      )}
      <Stack component="span" gap={4} miw={0}>
        <Group component="span" gap={8} wrap="nowrap" align="baseline" fz="sm" c="dimmed">
          <Text component="strong" truncate size="md" fw={600} miw={0} c="var(--e-text)">
            {first
              ? intl.formatList(
                  hit.members.map((member) => (
                    <NamedMember key={member.id} hit={hit} member={member} />
                  )),
                  { style: 'narrow' },
                )
              : writer}
          </Text>
          {hit.kind === 'comment' ? (
            <Text span inherit flex="none">
              {t('search.comment')}
            </Text>
          ) : null}
          <Text span inherit flex="none" ml="auto" c="var(--e-faint)">
            <RelativeTime at={hit.talkedAt} />
          </Text>
        </Group>
        <Text span lineClamp={4} lh={1.75} style={{ whiteSpace: 'pre-line' }}>
          <Marked text={memo.text} found={memo} />
        </Text>
        {hit.attachmentTitles.length > 0 ? (
          <Group component="span" gap={6} wrap="nowrap" fz="xs" c="dimmed">
            <IconPaperclip
              size={14}
              stroke={1.5}
              style={{ flex: 'none' }}
              aria-label={t('search.files')}
            />
            <span>
              {intl.formatList(
                hit.attachmentTitles.map((title, index) => (
                  <Marked
                    key={index}
                    text={title}
                    found={foundIn(hit, 'attachmentTitle', null, title)}
                  />
                )),
                { style: 'narrow' },
              )}
            </span>
          </Group>
        ) : null}
        {own.length > 0 || hit.taskStatus || first ? (
          <Group component="span" gap="4px 8px" pt={2} fz="sm" c="dimmed">
            {first ? (
              <Group component="span" gap={6} mr={4} wrap="nowrap">
                <StaffAvatar staff={hit.owner} size={20} />
                {writer}
              </Group>
            ) : null}
            {hit.taskStatus ? <StatusPill status={hit.taskStatus} /> : null}
            {own.map((label) => (
              <LabelChip key={label.id} label={label} />
            ))}
          </Group>
        ) : null}
      </Stack>
    </RowLink>
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
    piece.found ? (
      <mark key={index} className={style.mark}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
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
