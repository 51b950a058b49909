import { IconClock } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/ui/page-frame';
import { EmptyState } from '../../shared/ui/states';
import { ExportPart } from './export.part';
import { LabelsPart } from './labels.part';
import { MemberTypesPart } from './member-types.part';
import { ReactionsPart } from './reactions.part';
import { spaceAdminTexts } from './space-admin.messages';
import { SpaceBasicsPart } from './space-basics.part';

/** The settings of the space; the address says which part is shown. */
export function SpaceAdminPage() {
  const say = useTexts(spaceAdminTexts);
  const [params] = useSearchParams();
  return (
    <PageFrame title={say('spaceAdmin.title')} width={760}>
      <Part name={params.get('part') ?? 'basic'} />
    </PageFrame>
  );
}

function Part({ name }: { name: string }) {
  const say = useTexts(spaceAdminTexts);
  switch (name) {
    case 'types':
      return <MemberTypesPart />;
    case 'labels':
      return <LabelsPart />;
    case 'reactions':
      return <ReactionsPart />;
    case 'export':
      return <ExportPart />;
    case 'integrations':
      return (
        <EmptyState
          icon={<IconClock size={32} stroke={1.5} />}
          title={say('spaceAdmin.integrations')}
        >
          {say('spaceAdmin.integrations.later')}
        </EmptyState>
      );
    default:
      return <SpaceBasicsPart />;
  }
}
