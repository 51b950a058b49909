import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/ui/page-frame';
import { ExportPart } from './export.part';
import { IntegrationsPart } from './integrations.part';
import { LabelsPart } from './labels.part';
import { MemberTypesPart } from './member-types.part';
import { ReactionsPart } from './reactions.part';
import { spaceAdminTexts } from './space-admin.messages';
import { SignInPart } from './sign-in.part';
import { SpaceBasicsPart } from './space-basics.part';
import { WebhooksPart } from './webhooks.part';

/** Settings of the space; the address selects the part. */
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
      return <IntegrationsPart />;
    case 'webhooks':
      return <WebhooksPart />;
    case 'signIn':
      return <SignInPart />;
    default:
      return <SpaceBasicsPart />;
  }
}
