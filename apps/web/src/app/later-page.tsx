import { IconClock } from '@tabler/icons-react';
import { useTexts } from '../shared/intl/messages';
import { PageFrame } from '../shared/ui/page-frame';
import { EmptyState } from '../shared/ui/states';
import { shellTexts } from './shell.messages';

/** Says honestly that a page of the plan is not there yet. */
export function LaterPage({ title }: { title: string }) {
  const say = useTexts(shellTexts);
  return (
    <PageFrame title={title}>
      <EmptyState icon={<IconClock size={32} stroke={1.5} />} title={say('shell.later.title')}>
        {say('shell.later.text')}
      </EmptyState>
    </PageFrame>
  );
}
