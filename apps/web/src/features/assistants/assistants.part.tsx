import type { Assistant } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/ui/confirm.store';
import { Part } from '../../shared/ui/part';
import { RelativeTime } from '../../shared/ui/relative-time';
import { NoRows, Row, RowList, RowPair } from '../../shared/ui/row-list';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useDisconnectAssistantMutation, useListAssistantsQuery } from './assistants.api';
import { assistantTexts } from './assistants.messages';

/** Assistants that act in one's own name, and their end (API-5). */
export function AssistantsPart() {
  const say = useTexts(assistantTexts);
  const { data, isLoading, error, refetch } = useListAssistantsQuery();
  const address = `${window.location.origin}/mcp`;
  return (
    <Part title={say('assistants.title')} lead={say('assistants.lead', { address })}>
      {isLoading ? <ListSkeleton rows={1} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <NoRows>{say('assistants.empty')}</NoRows> : null}
      {data && data.length > 0 ? (
        <RowList>
          {data.map((assistant) => (
            <Connected key={assistant.id} assistant={assistant} />
          ))}
        </RowList>
      ) : null}
    </Part>
  );
}

function Connected({
  assistant: { id, name, host, scopes, lastUsedAt },
}: {
  assistant: Assistant;
}) {
  const say = useTexts(assistantTexts);
  const problemText = useProblemText();
  const [disconnect, { isLoading }] = useDisconnectAssistantMutation();
  const writes = scopes.some((scope) => scope.endsWith('.write'));
  const end = async () => {
    const yes = await confirm({
      title: say('assistants.end.title', { name }),
      text: say('assistants.end.text'),
      action: say('assistants.end'),
      danger: true,
    });
    if (!yes) return;
    await disconnect(id)
      .unwrap()
      .then(
        () => void showToast(say('assistants.ended')),
        (error: unknown) => void showFailure(problemText(error)),
      );
  };
  return (
    <Row>
      <RowPair>
        <strong>{name}</strong>
        <small>
          {host}・{say(writes ? 'assistants.writes' : 'assistants.reads')}
        </small>
      </RowPair>
      <RowPair>
        <small>{say('assistants.used')}</small>
        {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : say('assistants.used.never')}
      </RowPair>
      <Button
        variant="default"
        size="compact-sm"
        loading={isLoading}
        aria-label={say('assistants.end.of', { name })}
        onClick={() => void end()}
      >
        {say('assistants.end')}
      </Button>
    </Row>
  );
}
