import type { Label, SavedSearch } from '@engawa/contracts';
import { ActionIcon, Box, Stack } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { paths } from '../../shared/address/paths';
import { useGetMemberNameQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { labelName, memberName } from '../../shared/directory/names';
import { PartHead } from '../../shared/display/part-head';
import { QuietLink } from '../../shared/display/quiet-link';
import { ProblemNotice } from '../../shared/feedback/states';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Row, RowList } from '../../shared/list/row-list';
import { SavedSearchDialog } from './saved-search-dialog';
import { useListSavedSearchesQuery } from './search.api';
import { searchTexts } from './search.messages';
import { addressOf, writeSearchAddress } from './search.rules';
import { useDeleteSearch } from './use-delete-search';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

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
              <IconPencil {...icon} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('search.saved.delete.of', { name: search.displayName })}
              onClick={() => void forget(search)}
            >
              <IconTrash {...icon} />
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
