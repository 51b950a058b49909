import { createIntl } from 'react-intl';
import { problemOf } from './api-problem';
import { problemText } from './problem-text';

const intl = createIntl({ locale: 'en', messages: {} });
const wrong = (...details: string[]) =>
  problemOf(400, {
    ...{ code: 'request.invalid', title: 'The input is not valid' },
    errors: details.map((detail) => ({ pointer: '/body/name', code: 'x', detail })),
  });

it.each([
  ['says why a single value is wrong', wrong('too long'), 'The input is not valid: too long'],
  ['leaves several to their fields', wrong('too long', 'missing'), 'The input is not valid'],
  [
    'is the text of the server',
    problemOf(409, {
      ...{ code: 'x.taken', title: 'Taken' },
      errors: [{ pointer: '/body/name', code: 'x', detail: 'invalid' }],
    }),
    'Taken',
  ],
])('%s', (_what, problem, text) => expect(problemText(intl, problem)).toBe(text));
