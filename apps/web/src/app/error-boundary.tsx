import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../shared/intl/messages';
import { EmptyState } from '../shared/feedback/states';
import { isChunkError, reloadForChunk } from './chunk-reload';
import { reportError } from './report-error';
import { shellTexts } from './shell.messages';

/** Shown instead of a page that failed. */
function CrashPage() {
  const t = useTexts(shellTexts);
  return (
    <main>
      <EmptyState
        title={t('shell.crash.title')}
        action={<Button onClick={() => window.location.reload()}>{t('shell.crash.reload')}</Button>}
      >
        {t('shell.crash.text')}
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
