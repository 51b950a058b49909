import '../../shared/theme/floating-sheets';
import type { ApiToken, Staff } from '@engawa/contracts';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import {
  IconCrown,
  IconDots,
  IconMail,
  IconPencil,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useLazyListApiTokensQuery } from '../../shared/directory/api-tokens.api';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { activeFirst, StaffHeads, StaffRow } from '../../shared/directory/staff-row';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan, useSession } from '../../shared/session/use-session';
import { confirm } from '../../shared/feedback/confirm.store';
import { PageFrame } from '../../shared/layout/page-frame';
import { RelativeTime } from '../../shared/display/relative-time';
import { RowList } from '../../shared/list/row-list';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { ListSkeleton } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useActivateStaffMutation,
  useDeactivateStaffMutation,
  useGetLastSignInTimesQuery,
  useSendInvitationMutation,
} from './staff-admin.api';
import { DeactivateDialog } from './deactivate-dialog';
import { StaffForm } from './staff-form';
import { staffAdminTexts } from './staff-admin.messages';
import layout from '../../shared/layout/common.module.css';
import { TransferDialog } from './transfer-dialog';

/** Tracks of the last sign-in and the actions. */
const END = '120px 36px';
const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/**
 * Adds, edits, deactivates and activates staff, and transfers the primary administration (IDN-8).
 */
export function StaffAdminPage() {
  const t = useTexts(staffAdminTexts);
  const list = useListStaffsQuery();
  const { data = [], isLoading } = list;
  const timeList = useGetLastSignInTimesQuery();
  const { data: times } = timeList;
  const [editing, setEditing] = useState<Staff | 'new' | null>(null);
  const [heir, setHeir] = useState<Staff | null>(null);
  const [leaving, setLeaving] = useState<{
    staff: Staff;
    tokens: ApiToken[];
    onDone: (ended: boolean) => void;
  } | null>(null);
  return (
    <PageFrame
      title={t('staffAdmin.title')}
      aside={
        <Button leftSection={<IconUserPlus {...icon} />} onClick={() => setEditing('new')}>
          {t('staffAdmin.add')}
        </Button>
      }
    >
      {isLoading ? <ListSkeleton rows={6} /> : null}
      <FailedQueries of={[list, timeList]} />
      {data.length > 0 ? (
        <StaffHeads
          words={[t('staffAdmin.name'), t('staffAdmin.role'), t('staffAdmin.signIn')]}
          end={END}
        />
      ) : null}
      <RowList>
        {activeFirst(data).map((staff) => (
          <StaffRow key={staff.id} staff={staff} end={END}>
            <Text component="span" className={layout.wideOnly} size="sm">
              <span className="engawa-unseen">{t('staffAdmin.signIn')} </span>
              {!times ? (
                '–'
              ) : times[staff.id] ? (
                <RelativeTime at={times[staff.id]!} />
              ) : (
                t('staffAdmin.signIn.never')
              )}
            </Text>
            <Actions
              staff={staff}
              onEdit={() => setEditing(staff)}
              onTransfer={() => setHeir(staff)}
              onDeactivate={(tokens, onDone) => setLeaving({ staff, tokens, onDone })}
            />
          </StaffRow>
        ))}
      </RowList>
      {editing ? (
        <StaffForm
          // A newer version of the same staff member keeps the input; another one starts a new
          // form.
          key={editing === 'new' ? 'new' : editing.id}
          staff={editing === 'new' ? null : (data.find(({ id }) => id === editing.id) ?? editing)}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {leaving ? (
        <DeactivateDialog
          staff={leaving.staff}
          tokens={leaving.tokens}
          onDone={(ended) => {
            // Another may be open, if this one was left before the answer.
            setLeaving((now) => (now === leaving ? null : now));
            leaving.onDone(ended);
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
      {heir ? <TransferDialog staff={heir} onClose={() => setHeir(null)} /> : null}
    </PageFrame>
  );
}

function Actions(props: {
  staff: Staff;
  onEdit: () => void;
  onTransfer: () => void;
  /** Asks what happens to the integrations that the staff member answers for. */
  onDeactivate: (tokens: ApiToken[], onDone: (ended: boolean) => void) => void;
}) {
  const t = useTexts(staffAdminTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const can = useCan();
  const session = useSession();
  const problemText = useProblemText();
  const [listTokens] = useLazyListApiTokensQuery();
  const [deactivate] = useDeactivateStaffMutation();
  const [activate] = useActivateStaffMutation();
  const [invite] = useSendInvitationMutation();
  const { staff } = props;
  const name = staff.displayName;
  const fail = (error: unknown) => void showFailure(problemText(error));

  const start = () =>
    activate(staff.id)
      .unwrap()
      .then(() => void showToast(t('staffAdmin.activate.done', { name })), fail);
  const done = (canUndo: boolean) =>
    void showToast(
      t('staffAdmin.deactivate.done', { name }),
      canUndo ? { undo: () => void start() } : {},
    );
  const stop = async () => {
    const tokens = can('apiToken.manage') ? await listTokens().unwrap().catch(fail) : [];
    if (!tokens) return;
    const hers = tokens.filter(({ createdBy }) => createdBy === staff.id);
    if (hers.length > 0) {
      props.onDeactivate(hers, (ended) => done(!ended));
      return;
    }
    const yes = await confirm({
      title: t('staffAdmin.deactivate.title', { name }),
      text: t('staffAdmin.deactivate.text'),
      action: t('staffAdmin.deactivate'),
      danger: true,
    });
    if (!yes) return;
    await deactivate(staff.id)
      .unwrap()
      .then(() => done(true), fail);
  };
  const inviteAgain = () =>
    invite({ id: staff.id, locale: intl.locale === 'en' ? 'en' : 'ja' })
      .unwrap()
      .then(() => void showToast(t('staffAdmin.invite.done')), fail);

  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('staffAdmin.actions', { name })}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={props.onEdit}>
          {common('common.edit')}
        </Menu.Item>
        {!staff.initialPasswordChanged && !staff.deactivated ? (
          <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => void inviteAgain()}>
            {t('staffAdmin.invite.again')}
          </Menu.Item>
        ) : null}
        {can('staff.transferPrimary') &&
        staff.initialPasswordChanged &&
        !staff.deactivated &&
        staff.role !== 'primaryAdmin' ? (
          <Menu.Item leftSection={<IconCrown {...icon} />} onClick={props.onTransfer}>
            {t('staffAdmin.transfer')}
          </Menu.Item>
        ) : null}
        {staff.role !== 'primaryAdmin' && staff.id !== session.staff.id ? (
          staff.deactivated ? (
            <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={() => void start()}>
              {t('staffAdmin.activate')}
            </Menu.Item>
          ) : (
            <Menu.Item
              color="shu"
              leftSection={<IconUserOff {...icon} />}
              onClick={() => void stop()}
            >
              {t('staffAdmin.deactivate')}
            </Menu.Item>
          )
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
