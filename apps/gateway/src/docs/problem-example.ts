import {
  CUSTOM_FIELD_LIMIT,
  FOLLOW_LIMIT,
  MEMBER_CSV_MAX_BYTES,
  MEMBER_CSV_MAX_ROWS,
  MEMBER_PHOTO_MAX_BYTES,
  MEMBER_TYPE_LIMIT,
  MEMO_MAX_LENGTH,
  POST_IMPORT_MAX_BYTES,
  POST_IMPORT_MAX_ROWS,
  SAVED_SEARCH_LIMIT,
  SAVED_VIEW_LIMIT,
  TASK_FILTER_LIMIT,
  TEMPLATE_LIMIT,
  WEBHOOK_LIMIT,
  postCsvColumns,
  type Locale,
  type ProblemCode,
} from '@engawa/contracts';
import { ProblemError, fieldText, problemDocument } from '@engawa/service-kit';

const REQUEST_ID = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';

/** Values of `{limit}` and `{megabytes}` in the texts of problems. */
const limits: Partial<Record<ProblemCode, number>> = {
  'request.body-too-large': 1_048_576,
  'integrations.webhook.too-many': WEBHOOK_LIMIT,
  'members.custom-field.too-many': CUSTOM_FIELD_LIMIT,
  'members.import.file-too-large': MEMBER_CSV_MAX_BYTES / 1_048_576,
  'members.import.too-many-rows': MEMBER_CSV_MAX_ROWS,
  'members.member-type.too-many': MEMBER_TYPE_LIMIT,
  'notifications.follow.too-many': FOLLOW_LIMIT,
  'search.saved-search.too-many': SAVED_SEARCH_LIMIT,
  'tasks.filter.too-many': TASK_FILTER_LIMIT,
  'members.photo.too-large': MEMBER_PHOTO_MAX_BYTES / 1_048_576,
  'timeline.import.file-too-large': POST_IMPORT_MAX_BYTES / 1_048_576,
  'timeline.import.too-many-rows': POST_IMPORT_MAX_ROWS,
  'timeline.saved-view.too-many': SAVED_VIEW_LIMIT,
  'timeline.template.too-many': TEMPLATE_LIMIT,
};

/** A problem as a service answers it, in the language of the document. */
export function exampleOfProblem(code: ProblemCode, locale: Locale): Record<string, unknown> {
  const limit = limits[code];
  const params = {
    seconds: 30,
    line: 12,
    columns: postCsvColumns.memo[locale],
    field: { ja: '座席番号', en: 'Desk number' }[locale],
    ...(limit === undefined ? {} : { limit, megabytes: limit }),
  };
  const tooLong = {
    pointer: '/body/memo',
    code: 'too-long',
    detail: fieldText('too-long', locale, { maximum: MEMO_MAX_LENGTH }),
  };
  const problem = new ProblemError(code, {
    params,
    errors: code === 'request.invalid' ? [tooLong] : [],
  });
  const value = problemDocument(problem, {
    locale,
    requestId: REQUEST_ID,
    instance: '/api/v1/posts',
  });
  return { summary: value.title, value };
}
