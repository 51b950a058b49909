import { isCleanLine } from '@engawa/contracts';
import { currentContext } from '../context/request-context';
import { uncleanTextProblem } from '../problem/zod-problem';

/** Throws 400 `request.invalid` at `/body/file` for a file name with control characters. */
export function requireCleanFileName(name: string): void {
  if (isCleanLine(name)) return;
  throw uncleanTextProblem('body', [['file']], currentContext()?.locale ?? 'ja');
}
