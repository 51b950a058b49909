import { useIntl, type IntlShape } from 'react-intl';
import { commonTexts } from '../intl/common.messages';
import { createTranslate } from '../intl/messages';
import { problemFrom } from './api-problem';

/**
 * The text of a failure: the server's own if it sent one. If a single value is wrong, it says why: the
 * form may have no place for it at its field.
 */
export function problemText(intl: IntlShape, error: unknown): string {
  const problem = problemFrom(error);
  const [wrong, ...others] = problem.code === 'request.invalid' ? problem.fields : [];
  if (wrong && others.length === 0) return `${problem.text}: ${wrong.detail}`;
  if (problem.text) return problem.text;
  const t = createTranslate(intl, commonTexts);
  if (problem.code === 'network') return t('common.problem.network');
  if (problem.status === 401) return t('common.problem.session');
  return t('common.problem.unknown');
}

/** {@link problemText} for components. */
export function useProblemText(): (error: unknown) => string {
  const intl = useIntl();
  return (error) => problemText(intl, error);
}
