import type { Assistant } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/feedback/confirm.store';
import { Part } from '../../shared/layout/part';
import { RelativeTime } from '../../shared/display/relative-time';
import { Row, RowList, RowPair } from '../../shared/list/row-list';
import { Note } from '../../shared/display/note';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useDisconnectAssistantMutation, useListAssistantsQuery } from './assistants.api';
import { assistantTexts } from './assistants.messages';

/** Assistants that act in one's own name, and their end (API-5). */
export function AssistantsPart() {
  const t = useTexts(assistantTexts);
  const { data, isLoading, error, refetch } = useListAssistantsQuery();
  const address = `${window.location.origin}/mcp`;
  return (
    <Part title={t('assistants.title')} lead={t('assistants.lead', { address })}>
      {isLoading ? <ListSkeleton rows={1} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Note>{t('assistants.empty')}</Note> : null}
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
  const t = useTexts(assistantTexts);
  const problemText = useProblemText();
  const [disconnect, { isLoading }] = useDisconnectAssistantMutation();
  const writes = scopes.some((scope) => scope.endsWith('.write'));
  const end = async () => {
    const yes = await confirm({
      title: t('assistants.end.title', { name }),
      text: t('assistants.end.text'),
      action: t('assistants.end'),
      danger: true,
    });
    if (!yes) return;
    await disconnect(id)
      .unwrap()
      .then(
        () => void showToast(t('assistants.ended')),
        (error: unknown) => void showFailure(problemText(error)),
      );
  };
  return (
    <Row>
      <RowPair>
        <strong>{name}</strong>
        <small>
          {host} · {t(writes ? 'assistants.writes' : 'assistants.reads')}
        </small>
      </RowPair>
      <RowPair>
        <small>{t('assistants.used')}</small>
        {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('assistants.used.never')}
      </RowPair>
      <Button
        variant="default"
        size="compact-sm"
        loading={isLoading}
        aria-label={t('assistants.end.of', { name })}
        onClick={() => void end()}
      >
        {t('assistants.end')}
      </Button>
    </Row>
  );
}
