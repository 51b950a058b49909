import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../shared/intl/messages';
import { EmptyState } from '../shared/ui/states';
import { isChunkError, reloadForChunk } from './chunk-reload';
import { reportError } from './report-error';
import { shellTexts } from './shell.messages';

/** Shown instead of a page that failed. */
function CrashPage() {
  const say = useTexts(shellTexts);
  return (
    <main>
      <EmptyState
        title={say('shell.crash.title')}
        action={
          <Button onClick={() => window.location.reload()}>{say('shell.crash.reload')}</Button>
        }
      >
        {say('shell.crash.text')}
      </EmptyState>
    </main>
  );
}

/**
 * Catches rendering errors; a missing chunk reloads the page, at most once a minute. A new
 * `resetKey` retries.
 */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey?: string },
  { failed: boolean; key: string | undefined }
> {
  override state = { failed: false, key: this.props.resetKey };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: { resetKey?: string },
    state: { failed: boolean; key: string | undefined },
  ) {
    return props.resetKey === state.key ? null : { failed: false, key: props.resetKey };
  }

  override componentDidCatch(error: unknown) {
    if (isChunkError(error)) reloadForChunk();
    else reportError(error);
  }

  override render() {
    return this.state.failed ? <CrashPage /> : this.props.children;
  }
}
