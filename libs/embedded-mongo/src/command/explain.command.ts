import type { Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import type { CommandContext } from './command-context';

export function explainCommand(_context: CommandContext): Doc {
  throw new MongoError(115, 'explain is not supported yet');
}
