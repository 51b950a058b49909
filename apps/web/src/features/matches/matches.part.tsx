import type { MadeIntroduction, Match } from '@engawa/contracts';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { Part } from '../../shared/display/part-head';
import { QuietLink } from '../../shared/display/quiet-link';
import { RelativeTime } from '../../shared/display/relative-time';
import { PartProblem } from '../../shared/feedback/part-problem';
import { useTexts } from '../../shared/intl/messages';
import { Row, RowList } from '../../shared/list/row-list';
import { MatchRow } from './match-row';
import { useListMatchesQuery } from './matches.api';
import { matchTexts } from './matches.messages';

/** Pairs listed before the rest is asked for. */
const SHOWN = 5;
const POLL_MS = 60_000;

/** All proposals, and what came of the latest introductions. */
export function MatchesPart() {
  const t = useTexts(matchTexts);
  const { data, error, refetch } = useListMatchesQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [all, setAll] = useState(false);
  if (error && !data) return <PartProblem error={error} onRetry={() => void refetch()} />;
  if (!data || data.items.length + data.introductions.length === 0) return null;
  const { items, introductions } = data;
  const hidden = all ? 0 : Math.max(0, items.length - SHOWN);
  return (
    <>
      <MatchList matches={items.slice(0, items.length - hidden)}>
        {hidden > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {t('matches.all', { count: hidden })}
          </Button>
        ) : null}
      </MatchList>
      {introductions.length > 0 ? <Results introductions={introductions} /> : null}
    </>
  );
}

/** The first proposals, with a way to the others. */
export function TodayMatches({ matches }: { matches: readonly Match[] }) {
  const t = useTexts(matchTexts);
  return (
    <MatchList matches={matches}>
      <Link to={paths.health}>{t('matches.more')}</Link>
    </MatchList>
  );
}

function MatchList(props: { matches: readonly Match[]; children: ReactNode }) {
  const t = useTexts(matchTexts);
  if (props.matches.length === 0) return null;
  return (
    <Part title={t('matches.title')} kind="matches">
      <Text size="xs" c="dimmed" lh={1.75} mb={8}>
        {t('matches.lead')}
      </Text>
      <RowList>
        {props.matches.map((match) => (
          <MatchRow key={`${match.seeks.member.id} ${match.offers.member.id}`} match={match} />
        ))}
      </RowList>
      <Group mt={8} fz="sm">
        {props.children}
      </Group>
    </Part>
  );
}

const resultLook = { '--columns': 'auto minmax(0, 1fr) auto', '--row-height': '44px' };

function Results({ introductions }: { introductions: readonly MadeIntroduction[] }) {
  const t = useTexts(matchTexts);
  return (
    <Part title={t('matches.results')} kind="introductions">
      <RowList>
        {introductions.map(({ postId, member, toMember, outcome, at }) => (
          <Row key={postId} style={resultLook} data-row>
            <QuietLink to={postPath({ kind: 'all' }, postId, { comments: true })}>
              <Group component="span" gap={6}>
                {memberName(member)}
                <IconArrowRight size={14} stroke={1.5} color="var(--e-soft)" aria-hidden="true" />
                {memberName(toMember)}
              </Group>
            </QuietLink>
            <small>
              <RelativeTime at={at} />
            </small>
            <Text
              span
              size="xs"
              data-outcome={outcome}
              c={outcome === 'succeeded' ? 'var(--e-done)' : 'dimmed'}
            >
              {t(`matches.result.${outcome}`)}
            </Text>
          </Row>
        ))}
      </RowList>
    </Part>
  );
}
