import '../../shared/theme/floating-sheets';
import type { Label, SavedSearch } from '@engawa/contracts';
import { ActionIcon, Box, Button, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { paths } from '../../shared/address/paths';
import { useGetMemberNameQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { labelName, memberName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { changeSafely } from '../../shared/edit/change-safely';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { ProblemNotice } from '../../shared/feedback/states';
import { PartHead } from '../../shared/display/part-head';
import { QuietLink } from '../../shared/display/quiet-link';
import { Row, RowList } from '../../shared/list/row-list';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { SavedSearchDialog } from './saved-search-dialog';
import {
  useChangeSavedSearchMutation,
  useForgetSavedSearchMutation,
  useListSavedSearchesQuery,
  useSaveSearchMutation,
} from './search.api';
import {
  addressOf,
  criteriaOf,
  isSearch,
  type SearchAddress,
  showsSaved,
  writeSearchAddress,
} from './search.rules';
import { searchTexts } from './search.messages';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function useDeleteSearch() {
  const t = useTexts(searchTexts);
  const problemText = useProblemText();
  const [forget] = useForgetSavedSearchMutation();
  const [save] = useSaveSearchMutation();
  const fail = (problem: unknown) => void showFailure(problemText(problem));
  return (search: SavedSearch) =>
    forget(search)
      .unwrap()
      .then(() => {
        const { displayName, criteria } = search;
        showToast(t('search.saved.deleted', { name: displayName }), {
          undo: () =>
            void save({ key: crypto.randomUUID(), displayName, criteria }).unwrap().catch(fail),
        });
      }, fail);
}

/** Above the hits: saved searches, saving this one, and its link (SRC-2). */
export function SearchActions(props: {
  address: SearchAddress;
  onChoose: (address: SearchAddress) => void;
}) {
  const { address, onChoose } = props;
  const t = useTexts(searchTexts);
  const problemText = useProblemText();
  const { data: searches = [] } = useListSavedSearchesQuery();
  const [change] = useChangeSavedSearchMutation();
  const [naming, setNaming] = useState<'new' | SavedSearch | null>(null);
  const forget = useDeleteSearch();
  const chosen = searches.find(({ id }) => id === address.saved);
  const differs = chosen !== undefined && !showsSaved(address, chosen);
  const update = (search: SavedSearch) => {
    const changed = { criteria: criteriaOf(address) };
    return changeSafely(search, changed, (base) =>
      change({ search: base, change: changed }).unwrap(),
    ).then(
      () => void showToast(t('search.saved.done', { name: search.displayName })),
      (error: unknown) => void showFailure(problemText(error)),
    );
  };
  const copy = () => {
    const link = new URL(paths.search, window.location.href);
    link.search = writeSearchAddress({ ...address, saved: '' }).toString();
    const copied = navigator.clipboard?.writeText(link.href) ?? Promise.reject(new Error('none'));
    void copied.then(
      () => void showToast(t('search.link.done')),
      () => void showFailure(t('search.link.failed')),
    );
  };
  return (
    <Group gap={6} align="stretch" wrap="nowrap">
      {searches.length > 0 ? (
        <Menu width={280} position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              maw={280}
              leftSection={<IconBookmark {...icon} />}
              rightSection={<IconChevronDown {...icon} />}
            >
              {!chosen
                ? t('search.saved')
                : differs
                  ? t('search.saved.changed', { name: chosen.displayName })
                  : chosen.displayName}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
            {searches.map((search) => (
              <Menu.Item
                key={search.id}
                aria-current={search.id === chosen?.id}
                rightSection={search.id === chosen?.id && !differs ? <IconCheck {...icon} /> : null}
                onClick={() => onChoose(addressOf(search))}
              >
                <Text span truncate inherit display="block" maw={280}>
                  {search.displayName}
                </Text>
              </Menu.Item>
            ))}
            {chosen ? (
              <>
                <Menu.Divider role="separator" />
                <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setNaming(chosen)}>
                  {t('search.saved.rename')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconTrash {...icon} />}
                  onClick={() => {
                    onChoose({ ...address, saved: '' });
                    void forget(chosen);
                  }}
                >
                  {t('search.saved.delete.of', { name: chosen.displayName })}
                </Menu.Item>
              </>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {isSearch(address) ? (
        <>
          {chosen && differs ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDeviceFloppy {...icon} />}
              onClick={() => void update(chosen)}
            >
              {t('search.saved.update', { name: chosen.displayName })}
            </Button>
          ) : null}
          {!chosen || differs ? (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconBookmark {...icon} />}
              onClick={() => setNaming('new')}
            >
              {t('search.saved.new')}
            </Button>
          ) : null}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconLink {...icon} />}
            onClick={copy}
          >
            {t('search.link')}
          </Button>
        </>
      ) : null}
      {naming ? (
        <SavedSearchDialog
          search={naming === 'new' ? null : naming}
          criteria={criteriaOf(address)}
          onClose={() => setNaming(null)}
          onSaved={(saved) => {
            setNaming(null);
            if (naming === 'new') onChoose({ ...address, saved: saved.id });
          }}
        />
      ) : null}
    </Group>
  );
}

/** Before a search: the saved searches with their criteria. */
export function SavedSearchList({ labels }: { labels: readonly Label[] }) {
  const t = useTexts(searchTexts);
  const { data: searches, error, refetch } = useListSavedSearchesQuery();
  const [renaming, setRenaming] = useState<SavedSearch | null>(null);
  const forget = useDeleteSearch();
  if (error && !searches) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!searches?.length) return null;
  return (
    <Box component="section" mt={20} aria-labelledby="saved-searches">
      <PartHead id="saved-searches">{t('search.saved')}</PartHead>
      <RowList>
        {searches.map((search) => (
          <Row key={search.id} columns="minmax(0, 1fr) auto auto">
            <QuietLink to={`${paths.search}?${writeSearchAddress(addressOf(search)).toString()}`}>
              <Stack component="span" gap={2}>
                <strong>{search.displayName}</strong>
                <Asked criteria={search.criteria} labels={labels} />
              </Stack>
            </QuietLink>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('search.saved.rename.of', { name: search.displayName })}
              onClick={() => setRenaming(search)}
            >
              <IconPencil {...icon} size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('search.saved.delete.of', { name: search.displayName })}
              onClick={() => void forget(search)}
            >
              <IconTrash {...icon} size={18} />
            </ActionIcon>
          </Row>
        ))}
      </RowList>
      {renaming ? (
        <SavedSearchDialog
          search={renaming}
          criteria={renaming.criteria}
          onClose={() => setRenaming(null)}
          onSaved={() => setRenaming(null)}
        />
      ) : null}
    </Box>
  );
}

/** The criteria of a saved search in words. */
function Asked(props: { criteria: SavedSearch['criteria']; labels: readonly Label[] }) {
  const t = useTexts(searchTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { criteria } = props;
  const { data: staffs = [] } = useListStaffsQuery();
  const one = useGetMemberNameQuery(criteria.memberId ?? '', { skip: !criteria.memberId });
  const other = useGetMemberNameQuery(criteria.otherMemberId ?? '', {
    skip: !criteria.otherMemberId,
  });
  const label = props.labels.find(({ id }) => id === criteria.labelId);
  const words = [
    criteria.q && `「${criteria.q}」`,
    criteria.kind && t(`search.kind.${criteria.kind}`),
    one.currentData && memberName(one.currentData),
    other.currentData && memberName(other.currentData),
    staffs.find(({ id }) => id === criteria.staffId)?.displayName,
    criteria.labelId === 'none' ? t('search.label.none') : label && labelName(intl, label),
    criteria.taskStatus && common(`common.status.${criteria.taskStatus}`),
    criteria.issue && `${t('search.issue')}: ${t(`search.issue.${criteria.issue}`)}`,
    criteria.from || criteria.until
      ? t('search.range', { from: criteria.from ?? '', until: criteria.until ?? '' })
      : null,
  ].filter(Boolean);
  return <small>{words.length > 0 ? words.join(' · ') : t('search.saved.all')}</small>;
}
