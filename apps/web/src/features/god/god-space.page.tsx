import type { SpaceDetail, Staff } from '@engawa/contracts';
import { Box, Button, Group } from '@mantine/core';
import { IconBuildingCommunity, IconCrown, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { activeFirst, StaffRow } from '../../shared/directory/staff-row';
import { shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { isNotFound } from '../../shared/problem/api-problem';
import { BackLink } from '../../shared/layout/back-link';
import { PageFrame } from '../../shared/layout/page-frame';
import { RelativeTime } from '../../shared/display/relative-time';
import { RowList, RowPair } from '../../shared/list/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { EmailDialog } from './email-dialog';
import { GodLock } from './god-lock';
import { useGetSpaceDetailQuery } from './god.api';
import { godTexts } from './god.messages';
import { Facts } from '../../shared/display/facts';
import { PrimaryAdminForm } from './primary-admin-form';

/** One space with its staff and figures (IDN-10). */
export function GodSpacePage() {
  const t = useTexts(godTexts);
  const { name = '' } = useParams();
  const { data } = useGetSpaceDetailQuery(name);
  return (
    <PageFrame title={data?.displayName ?? t('god.title')}>
      <GodLock>
        <BackLink to={paths.godSpaces}>{t('god.back')}</BackLink>
        <Space name={name} />
      </GodLock>
    </PageFrame>
  );
}

function Space({ name }: { name: string }) {
  const t = useTexts(godTexts);
  const { data, isLoading, error, refetch } = useGetSpaceDetailQuery(name);
  const [changing, setChanging] = useState<Staff | null>(null);
  const [registering, setRegistering] = useState(false);
  if (isLoading) return <ListSkeleton rows={5} />;
  if (!data) {
    if (isNotFound(error)) {
      return (
        <EmptyState icon={<IconBuildingCommunity size={32} stroke={1.5} />} title={t('god.gone')}>
          {t('god.gone.text')}
        </EmptyState>
      );
    }
    return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <SpaceFacts space={data} />
      <Group justify="space-between" gap="xs" mb="sm">
        <h2>{t('god.staffs')}</h2>
        <Button
          variant="default"
          leftSection={<IconCrown size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => setRegistering(true)}
        >
          {t('god.register')}
        </Button>
      </Group>
      <RowList>
        {activeFirst(data.staffs).map((staff) => (
          <StaffRow key={staff.id} staff={staff}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('god.email.of', { name: staff.displayName })}
              data-tip={t('god.email.change')}
              leftSection={<IconMail size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => setChanging(staff)}
            >
              {t('god.email.action')}
            </Button>
          </StaffRow>
        ))}
      </RowList>
      {registering ? <PrimaryAdminForm space={data} onClose={() => setRegistering(false)} /> : null}
      {changing ? (
        <EmailDialog spaceId={data.id} staff={changing} onClose={() => setChanging(null)} />
      ) : null}
    </>
  );
}

function SpaceFacts({ space }: { space: SpaceDetail }) {
  const t = useTexts(godTexts);
  const intl = useIntl();
  return (
    <Box mb="xl">
      <Facts
        facts={[
          [t('god.form.id'), space.id],
          [
            t('god.primaryAdmin'),
            <RowPair key="primary">
              <span>{space.primaryAdmin?.displayName ?? t('god.primaryAdmin.none')}</span>
              <small>{space.primaryAdmin?.email}</small>
            </RowPair>,
          ],
          [t('god.staffs'), t('god.people', { count: space.staffCount })],
          [
            t('god.lastSignIn'),
            space.lastSignInAt ? (
              <RelativeTime key="last" at={space.lastSignInAt} />
            ) : (
              t('god.lastSignIn.never')
            ),
          ],
          [t('god.timeZone'), space.timeZone],
          [t('god.created'), shortDate(intl, space.createdAt)],
        ]}
      />
    </Box>
  );
}
