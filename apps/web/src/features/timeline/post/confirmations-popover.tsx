import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useListIntegrationsQuery } from '../../../shared/directory/api-tokens.api';
import { useListStaffsQuery } from '../../../shared/directory/directory.api';
import { StaffAvatar } from '../../../shared/avatar/person-avatar';
import { PartHead } from '../../../shared/display/part-head';
import { ProblemNotice } from '../../../shared/feedback/states';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import { useTexts } from '../../../shared/intl/messages';
import type { LazyMenuButton } from '../../../shared/lazy/lazy-menu';
import { LazyPopover } from '../../../shared/lazy/lazy-popover';
import { useProblemText } from '../../../shared/problem/problem-text';
import { useSession } from '../../../shared/session/use-session';
import type { FeedPost } from '../feed/feed-window';
import { useMayChange } from '../thread/use-thread-actions';
import { timelineTexts } from '../timeline.messages';
import { useRemindConfirmationsMutation } from './must-read.api';

type Person = Parameters<typeof StaffAvatar>[0]['staff'];

/** Who confirmed a must-read post and who did not; its writer and administrators may remind these. */
export function ConfirmationsPopover(props: { button: LazyMenuButton; post: FeedPost }) {
  return (
    <LazyPopover button={props.button} width={320}>
      {(close) => <Confirmations post={props.post} onReminded={close} />}
    </LazyPopover>
  );
}

function Confirmations({ post, onReminded }: { post: FeedPost; onReminded: () => void }) {
  const t = useTexts(timelineTexts);
  const { staff: reader } = useSession();
  const mayChange = useMayChange();
  const { data: staffs, error, refetch } = useListStaffsQuery();
  const confirmedIds = post.confirmations.map(({ staffId }) => staffId);
  const isStaff = (wanted: string) => staffs?.some(({ id }) => id === wanted);
  // An API token may confirm too.
  const skip = !staffs || confirmedIds.every(isStaff);
  const { data: integrations = [] } = useListIntegrationsQuery(undefined, { skip });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!staffs) return <Skeleton />;

  const people: Person[] = [...staffs, ...integrations];
  const confirmed = confirmedIds.flatMap((wanted) => people.find(({ id }) => id === wanted) ?? []);
  // Those whom the notifications service asks: active colleagues but the writer.
  const missing = staffs.filter(
    ({ id, deactivated }) => !deactivated && id !== post.ownerId && !confirmedIds.includes(id),
  );
  // Nobody is reminded by themselves.
  const canRemind = mayChange(post) && missing.some(({ id }) => id !== reader.id);
  return (
    <Stack gap={12}>
      <Stack
        gap={12}
        mah={300}
        // Room for the rings of avatars, which the scrolled box would cut.
        m={-4}
        p={4}
        style={{ overflowY: 'auto' }}
        role="group"
        aria-label={t('timeline.mustRead.who')}
        // So that it scrolls by keys.
        tabIndex={0}
      >
        {missing.length === 0 ? <Text size="sm">{t('timeline.mustRead.everyone')}</Text> : null}
        <People title={t('timeline.mustRead.missing')} people={missing} />
        <People title={t('timeline.mustRead.confirmed')} people={confirmed} />
      </Stack>
      {canRemind ? <RemindButton postId={post.id} onDone={onReminded} /> : null}
    </Stack>
  );
}

/** Names under a heading with their number; nothing for nobody. */
function People({ title, people }: { title: string; people: readonly Person[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <PartHead count={people.length}>{title}</PartHead>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {people.map((person) => (
          <Group component="li" key={person.id} gap={8} wrap="nowrap" fz="sm">
            <StaffAvatar staff={person} size={24} />
            <Text span truncate inherit miw={0}>
              {person.displayName}
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}

function RemindButton({ postId, onDone }: { postId: string; onDone: () => void }) {
  const t = useTexts(timelineTexts);
  const problemText = useProblemText();
  const [remind, { isLoading }] = useRemindConfirmationsMutation();
  const send = async () => {
    const { error } = await remind(postId);
    if (error) return showFailure(problemText(error));
    showToast(t('timeline.mustRead.reminded'));
    return onDone();
  };
  return (
    <Button
      px={12}
      h="auto"
      mih={36}
      py={6}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.4 } }}
      variant="default"
      loading={isLoading}
      onClick={() => void send()}
    >
      {t('timeline.mustRead.remind')}
    </Button>
  );
}
