import type { Match } from '@engawa/contracts';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { duePresets } from '../../shared/directory/due.rules';
import { memberFieldId, memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { joinTexts, memberName } from '../../shared/directory/names';
import { QuietLink } from '../../shared/display/quiet-link';
import { Row } from '../../shared/list/row-list';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan, useSession } from '../../shared/session/use-session';
import { useIntroduceMembersMutation, useUndoIntroductionMutation } from './matches.api';
import { matchTexts } from './matches.messages';
import style from './matches.module.css';

/** Two members who could be introduced, why, and the introduction in one press. */
export function MatchRow({ match: { seeks, offers, words } }: { match: Match }) {
  const t = useTexts(matchTexts);
  const fieldWord = useTexts(memberFieldTexts);
  const intl = useIntl();
  const fieldName = (field: string) => {
    const known = memberFieldId(field);
    return known ? fieldWord(known) : field;
  };
  const listed = (texts: readonly string[]) => joinTexts(intl, [...new Set(texts)]);
  const wordList = listed(
    words.map(({ seeks: sought, offers: offered }) =>
      sought === offered ? sought : t('matches.words.pair', { seeks: sought, offers: offered }),
    ),
  );
  const fieldList = listed(words.flatMap(({ field }) => (field === null ? [] : fieldName(field))));
  const offered =
    offers.postId === null
      ? t('matches.memo.fields', {
          words: listed(words.map((word) => word.offers)),
          fields: fieldList,
        })
      : offers.excerpt;
  return (
    <Row columns="66px minmax(0, 1fr) auto" narrow="66px minmax(0, 1fr)" folds data-row>
      <span className={style.faces}>
        <MemberAvatar member={seeks.member} size={36} />
        <MemberAvatar member={offers.member} size={36} />
      </span>
      <Box miw={0}>
        <Group component="p" gap="0 8px" fw={600}>
          <QuietLink to={paths.member(seeks.member.id)}>{memberName(seeks.member)}</QuietLink>
          <IconArrowsLeftRight size={14} stroke={1.5} color="var(--e-soft)" aria-hidden="true" />
          <QuietLink to={paths.member(offers.member.id)}>{memberName(offers.member)}</QuietLink>
        </Group>
        <Text size="sm" lh={1.75}>
          <Wish postId={seeks.postId} text={seeks.excerpt} kind="seeks" />
          {' × '}
          {offers.postId === null ? (
            <QuietLink to={paths.member(offers.member.id)}>
              {t('matches.fields', { fields: fieldList })}
            </QuietLink>
          ) : (
            <Wish postId={offers.postId} text={offers.excerpt} kind="offers" />
          )}
        </Text>
        <small>{t('matches.words', { words: wordList })}</small>
      </Box>
      <IntroduceButton match={{ seeks, offers, words }} about={wordList} offered={offered} />
    </Row>
  );
}

function Wish(props: { postId: string; text: string; kind: 'seeks' | 'offers' }) {
  const t = useTexts(matchTexts);
  const { postId, text, kind } = props;
  return (
    <QuietLink
      to={postPath({ kind: 'all' }, postId, { comments: true })}
      data-tip={t(`matches.${kind}`)}
    >
      {t('matches.quote', { text })}
    </QuietLink>
  );
}

function IntroduceButton(props: { match: Match; about: string; offered: string }) {
  const { match, about, offered } = props;
  const t = useTexts(matchTexts);
  const intl = useIntl();
  const can = useCan();
  const problemText = useProblemText();
  const { staff: me } = useSession();
  const [introduce, { isLoading }] = useIntroduceMembersMutation();
  const [undo] = useUndoIntroductionMutation();
  const [postId, setPostId] = useState<string | null>(null);
  // Repeated after an error, it adds no second post; after an undo it adds another one.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const failed = (error: unknown) => void showFailure(problemText(error));
  const { seeks, offers } = match;

  const record = async () => {
    const due = duePresets(intl, Date.now()).find(({ name }) => name === 'week');
    const made = await introduce({
      post: {
        memo: t('matches.memo', {
          seeker: memberName(seeks.member),
          giver: memberName(offers.member),
          seeks: seeks.excerpt,
          offers: offered,
        }),
        memberIds: [seeks.member.id, offers.member.id],
        introduction: {
          memberId: seeks.member.id,
          toMemberId: offers.member.id,
          about,
          outcome: 'open',
          outcomeNote: '',
        },
        task: { status: 'waiting', assignUserId: me.id, dueAt: due?.dueAt ?? null },
      },
      key,
    }).unwrap();
    setPostId(made.id);
    showToast(t('matches.introduced'), {
      undo: () => {
        setPostId(null);
        setKey(crypto.randomUUID());
        undo(made.id)
          .unwrap()
          .then(() => showToast(t('matches.undone')), failed);
      },
    });
  };
  if (postId !== null) {
    return (
      <Button
        component={Link}
        to={postPath({ kind: 'all' }, postId, { comments: true })}
        variant="subtle"
        size="compact-sm"
      >
        {t('matches.open')}
      </Button>
    );
  }
  if (!can('post.write')) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isLoading}
      onClick={() => void record().catch(failed)}
    >
      {t('matches.introduce')}
    </Button>
  );
}
