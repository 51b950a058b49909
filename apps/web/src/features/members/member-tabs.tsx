import { Box, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import tabs from '../../shared/display/tab-line.module.css';
import { useTexts } from '../../shared/intl/messages';
import { memberPageTexts } from './member-page.messages';
import { type MemberTab, memberTabPath, memberTabs, tabOfKey } from './member-tab.rules';

const tabId = (tab: MemberTab) => `member-tab-${tab}`;
const PANEL = 'member-panel';

/** The tabs of a member's page; each is an address. Arrow keys walk through them. */
export function MemberTabs(props: {
  memberId: string;
  tab: MemberTab;
  /** Numbers beside the words; null while unknown. */
  counts: Partial<Record<MemberTab, number | null>>;
}) {
  const t = useTexts(memberPageTexts);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const next = tabOfKey(event.key, props.tab);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void navigate(memberTabPath(props.memberId, next), { replace: true });
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div
      ref={list}
      className={tabs.line}
      role="tablist"
      aria-label={t('memberPage.tabs')}
      onKeyDown={press}
    >
      {memberTabs.map((tab) => {
        const current = tab === props.tab;
        const count = props.counts[tab] ?? 0;
        return (
          <Link
            key={tab}
            id={tabId(tab)}
            role="tab"
            to={memberTabPath(props.memberId, tab)}
            aria-selected={current}
            aria-controls={current && tab !== 'posts' ? PANEL : undefined}
            tabIndex={current ? 0 : -1}
          >
            {t(`memberPage.${tab}`)}
            {count > 0 ? (
              <Text span size="xs" c="var(--e-faint)">
                {count}
              </Text>
            ) : null}
          </Link>
        );
      })}
    </div>
  );
}

/** What a tab shows in place of the posts. */
export function MemberPanel(props: { tab: MemberTab; children: ReactNode }) {
  return (
    <Box
      id={PANEL}
      pt={12}
      px={{ base: 16, sm: 0 }}
      role="tabpanel"
      aria-labelledby={tabId(props.tab)}
    >
      {props.children}
    </Box>
  );
}
