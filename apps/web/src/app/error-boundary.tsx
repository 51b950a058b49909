import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTexts } from '../shared/intl/messages';
import { EmptyState } from '../shared/ui/states';
import { isChunkError, reloadForChunk } from './chunk-reload';
import { shellTexts } from './shell.messages';

/** What is shown instead of a page that failed. */
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

/** Catches what breaks while rendering; a missing piece of the app reloads the page once. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (isChunkError(error)) reloadForChunk();
  }

  override render() {
    return this.state.failed ? <CrashPage /> : this.props.children;
  }
}

/** The same for what breaks while a route is loaded or rendered. */
export function RouteCrash() {
  const error = useRouteError();
  if (isChunkError(error) && reloadForChunk()) return null;
  return <CrashPage />;
}
