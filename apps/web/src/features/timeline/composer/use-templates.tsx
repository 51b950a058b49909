import type { PostTemplate } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { joinTexts } from '../../../shared/directory/names';
import { useListStaffsQuery } from '../../../shared/directory/directory.api';
import { useListPostTemplatesQuery } from '../../../shared/directory/templates.api';
import { showToast } from '../../../shared/feedback/toast.store';
import { useTexts } from '../../../shared/intl/messages';
import { choose } from '../../../shared/menu/chooser.store';
import { composerTexts } from './composer.messages';
import type { PostFormState } from './form-state';
import { leftOut, withTemplate } from './template.rules';

/** Opens the list of the space's templates; null where it has none. */
export function useTemplates(
  onChange: (change: (form: PostFormState) => PostFormState) => void,
): (() => void) | null {
  const t = useTexts(composerTexts);
  const intl = useIntl();
  const { data: templates = [] } = useListPostTemplatesQuery();
  const { data: staffs = [] } = useListStaffsQuery();
  if (templates.length === 0) return null;
  const take = (template: PostTemplate) => {
    onChange((form) => withTemplate(form, template, { staffs, intl, now: Date.now() }));
    const names = leftOut(template, staffs);
    if (names.length > 0)
      showToast(t('composer.template.leftOut', { names: joinTexts(intl, names) }));
  };
  return () =>
    choose({
      title: t('composer.template.choose'),
      choices: (query) =>
        templates
          .filter(({ displayName }) => displayName.includes(query.trim()))
          .map((template) => ({
            id: template.id,
            words: template.displayName,
            more: template.memo.split('\n', 1)[0],
            run: () => take(template),
          })),
    });
}
