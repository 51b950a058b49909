import type { SpaceSummary } from '@engawa/contracts';
import { Button, Text } from '@mantine/core';
import { IconBuildingCommunity, IconBuildingPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/layout/page-frame';
import { useNarrow } from '../../shared/layout/use-wide';
import { RelativeTime } from '../../shared/display/relative-time';
import {
  ColumnHeads,
  FindField,
  ListTools,
  RowLink,
  RowList,
  RowPair,
} from '../../shared/list/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { AddSpaceForm } from './add-space-form';
import { GodLock } from './god-lock';
import { useListSpacesQuery } from './god.api';
import { godTexts } from './god.messages';
import { findSpaces } from './god.rules';

const COLUMNS = 'minmax(0, 1.3fr) minmax(0, 1.3fr) 120px 120px';

/** All spaces of the installation (IDN-10). */
export function GodSpacesPage() {
  const t = useTexts(godTexts);
  const navigate = useNavigate();
  const { twoFactorSetupRequired } = useSession();
  const [adding, setAdding] = useState(false);
  return (
    <PageFrame
      title={t('god.title')}
      aside={
        twoFactorSetupRequired ? null : (
          <Button
            leftSection={<IconBuildingPlus size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('god.add')}
          </Button>
        )
      }
    >
      <GodLock>
        <Spaces />
      </GodLock>
      {adding ? (
        <AddSpaceForm
          onClose={() => setAdding(false)}
          onAdded={(space) => navigate(paths.godSpace(space.id))}
        />
      ) : null}
    </PageFrame>
  );
}

function Spaces() {
  const t = useTexts(godTexts);
  const { data, isLoading, error, refetch } = useListSpacesQuery();
  const [query, setQuery] = useState('');
  if (isLoading) return <ListSkeleton rows={6} />;
  if (!data) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const found = findSpaces(data, query);
  return (
    <>
      <ListTools total={t('god.count', { count: found.length })}>
        <FindField
          label={t('god.find')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </ListTools>
      {found.length > 0 ? (
        <>
          <ColumnHeads columns={COLUMNS}>
            <span>{t('god.space')}</span>
            <span>{t('god.primaryAdmin')}</span>
            <span>{t('god.staffs')}</span>
            <span>{t('god.lastSignIn')}</span>
          </ColumnHeads>
          <RowList>
            {found.map((space) => (
              <Space key={space.id} space={space} />
            ))}
          </RowList>
        </>
      ) : (
        <EmptyState
          icon={<IconBuildingCommunity size={32} stroke={1.5} />}
          title={t(data.length > 0 ? 'god.empty.found' : 'god.empty')}
        >
          {t(data.length > 0 ? 'god.empty.found.text' : 'god.empty.text')}
        </EmptyState>
      )}
    </>
  );
}

function Space({ space }: { space: SpaceSummary }) {
  const t = useTexts(godTexts);
  const narrow = useNarrow();
  return (
    <RowLink to={paths.godSpace(space.id)} columns={COLUMNS} narrow="minmax(0, 1fr) minmax(0, 1fr)">
      <RowPair>
        <strong>{space.displayName}</strong>
        <small>{space.id}</small>
      </RowPair>
      <RowPair>
        <span>{space.primaryAdmin?.displayName ?? t('god.primaryAdmin.none')}</span>
        <small>{space.primaryAdmin?.email}</small>
      </RowPair>
      <Text component="span" size="sm">
        {t(narrow ? 'god.staffCount' : 'god.people', { count: space.staffCount })}
      </Text>
      <Text component="span" size="sm">
        {/* A phone shows no heads of columns. */}
        {narrow ? `${t('god.lastSignIn')} ` : null}
        {space.lastSignInAt ? <RelativeTime at={space.lastSignInAt} /> : t('god.lastSignIn.never')}
      </Text>
    </RowLink>
  );
}
