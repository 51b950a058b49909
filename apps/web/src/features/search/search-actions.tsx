import '../../shared/theme/floating-sheets';
import type { SavedSearch } from '@engawa/contracts';
import { Button, Group, Menu, Text } from '@mantine/core';
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
import { paths } from '../../shared/address/paths';
import { changeSafely } from '../../shared/edit/change-safely';
import { copyText } from '../../shared/feedback/copy-text';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { SavedSearchDialog } from './saved-search-dialog';
import { useChangeSavedSearchMutation, useListSavedSearchesQuery } from './search.api';
import { searchTexts } from './search.messages';
import {
  addressOf,
  criteriaOf,
  isSearch,
  type SearchAddress,
  showsSaved,
  writeSearchAddress,
} from './search.rules';
import { useDeleteSearch } from './use-delete-search';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

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
    void copyText(link.href, { done: t('search.link.done'), failed: t('search.link.failed') });
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
