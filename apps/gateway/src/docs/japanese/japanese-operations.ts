import { gateway } from './gateway';
import { identity } from './identity';
import { integrations } from './integrations';
import { members } from './members';
import { notifications } from './notifications';
import { search } from './search';
import { tasks } from './tasks';
import { timeline } from './timeline';
import type { OperationTexts } from './operation-texts';

/** Of every operation of the installation; a test compares them with the English texts. */
export const japaneseOperations: OperationTexts = {
  ...gateway,
  ...identity,
  ...integrations,
  ...members,
  ...notifications,
  ...search,
  ...tasks,
  ...timeline,
};
