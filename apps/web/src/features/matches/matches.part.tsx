import type { MadeIntroduction, Match } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { RelativeTime } from '../../shared/display/relative-time';
import { useTexts } from '../../shared/intl/messages';
import { MatchRow } from './match-row';
import { useListMatchesQuery } from './matches.api';
import { matchTexts } from './matches.messages';
import style from './matches.module.css';

/** Pairs listed before the rest is asked for. */
const SHOWN = 5;
const POLL_MS = 60_000;

/** All proposals, and what came of the latest introductions. */
export function MatchesPart() {
  const t = useTexts(matchTexts);
  const { data } = useListMatchesQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [all, setAll] = useState(false);
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
    <section className={style.matches} aria-label={t('matches.title')} data-kind="matches">
      <h2>{t('matches.title')}</h2>
      <p className={style.lead}>{t('matches.lead')}</p>
      <ul className={style.list}>
        {props.matches.map((match) => (
          <MatchRow key={`${match.seeks.member.id} ${match.offers.member.id}`} match={match} />
        ))}
      </ul>
      <p className={style.more}>{props.children}</p>
    </section>
  );
}

function Results({ introductions }: { introductions: readonly MadeIntroduction[] }) {
  const t = useTexts(matchTexts);
  return (
    <section className={style.matches} aria-label={t('matches.results')} data-kind="introductions">
      <h2>{t('matches.results')}</h2>
      <ul className={style.list}>
        {introductions.map(({ postId, member, toMember, outcome, at }) => (
          <li key={postId} className={style.result} data-row>
            <Link to={postPath({ kind: 'all' }, postId, { comments: true })}>
              {memberName(member)}
              <IconArrowRight size={14} stroke={1.5} aria-hidden="true" />
              {memberName(toMember)}
            </Link>
            <small>
              <RelativeTime at={at} />
            </small>
            <span className={style.outcome} data-outcome={outcome}>
              {t(`matches.result.${outcome}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
