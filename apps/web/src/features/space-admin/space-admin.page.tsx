import { useSearchParams } from 'react-router-dom';
import { CustomFieldsPart } from './custom-fields.part';
import { ExportPart } from './export.part';
import { IntegrationsPart } from './integrations.part';
import { LabelsPart } from './labels.part';
import { MemberTypesPart } from './member-types.part';
import { ReactionsPart } from './reactions.part';
import { SignInPart } from './sign-in.part';
import { SpaceBasicsPart } from './space-basics.part';
import { TemplatesPart } from './templates.part';
import { WebhooksPart } from './webhooks.part';

/** Settings of the space; the address selects the part. */
export function SpaceAdminPage() {
  const [params] = useSearchParams();
  switch (params.get('part')) {
    case 'types':
      return <MemberTypesPart />;
    case 'fields':
      return <CustomFieldsPart />;
    case 'labels':
      return <LabelsPart />;
    case 'templates':
      return <TemplatesPart />;
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
