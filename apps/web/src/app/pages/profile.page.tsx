import { AssistantsPart } from '../../features/assistants/assistants.part';
import { ProfilePage as Profile } from '../../features/profile/profile.page';

/** One's own account, with the assistants that act in its name. */
export function ProfilePage() {
  return (
    <Profile>
      <AssistantsPart />
    </Profile>
  );
}
