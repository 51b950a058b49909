import type { SpaceSummary } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconBuildingCommunity, IconBuildingPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/ui/page-frame';
import { RelativeTime } from '../../shared/ui/relative-time';
import { FindField, ListTools, RowLink, RowList, RowPair } from '../../shared/ui/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { AddSpaceForm } from './add-space-form';
import { GodLock } from './god-lock';
import { useListSpacesQuery } from './god.api';
import { godTexts } from './god.messages';
import style from './god.module.css';
import { findSpaces } from './god.rules';

/** All spaces of the installation (IDN-10). */
export function GodSpacesPage() {
  const say = useTexts(godTexts);
  const navigate = useNavigate();
  const { twoFactorSetupRequired } = useSession();
  const [adding, setAdding] = useState(false);
  return (
    <PageFrame
      title={say('god.title')}
      width={920}
      aside={
        twoFactorSetupRequired ? null : (
          <Button
            leftSection={<IconBuildingPlus size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {say('god.add')}
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
  const say = useTexts(godTexts);
  const { data, isLoading, error, refetch } = useListSpacesQuery();
  const [query, setQuery] = useState('');
  if (isLoading) return <ListSkeleton rows={6} />;
  if (!data) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const found = findSpaces(data, query);
  return (
    <>
      <ListTools total={say('god.count', { count: found.length })}>
        <FindField
          label={say('god.find')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </ListTools>
      {found.length > 0 ? (
        <RowList>
          {found.map((space) => (
            <Space key={space.id} space={space} />
          ))}
        </RowList>
      ) : (
        <EmptyState
          icon={<IconBuildingCommunity size={32} stroke={1.5} />}
          title={say(data.length > 0 ? 'god.empty.found' : 'god.empty')}
        >
          {say(data.length > 0 ? 'god.empty.found.text' : 'god.empty.text')}
        </EmptyState>
      )}
    </>
  );
}

function Space({ space }: { space: SpaceSummary }) {
  const say = useTexts(godTexts);
  return (
    <RowLink to={paths.godSpace(space.id)} className={style.space}>
      <RowPair>
        <strong>{space.displayName}</strong>
        <small>{space.id}</small>
      </RowPair>
      <RowPair>
        <span>{space.primaryAdmin?.displayName ?? say('god.primaryAdmin.none')}</span>
        <small>{space.primaryAdmin?.email}</small>
      </RowPair>
      <span className={style.figure}>{say('god.staffCount', { count: space.staffCount })}</span>
      <RowPair>
        <small>{say('god.lastSignIn')}</small>
        <span>
          {space.lastSignInAt ? (
            <RelativeTime at={space.lastSignInAt} />
          ) : (
            say('god.lastSignIn.never')
          )}
        </span>
      </RowPair>
    </RowLink>
  );
}
