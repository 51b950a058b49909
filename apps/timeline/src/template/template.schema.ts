import type { TemplateTask } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  text,
  listOf,
  place,
  placeIndex,
  unvalidated,
  orNull,
} from '@engawa/persistence';
import { z } from 'zod';

/** What a post of the space begins with. */
export const templateSchema = defineStore({
  collection: 'postTemplates',
  shape: {
    displayName: text,
    /** The name as it is compared: width, case and kana do not matter. */
    nameKey: text,
    memo: z.string().default(''),
    /** Deleted labels stay here, so that who uses the template learns what is left out. */
    labelIds: listOf(z.string()),
    task: orNull(unvalidated<TemplateTask>()),
    order: z.number(),
    place,
  },
  indexes: [
    {
      name: 'name',
      keys: { space: 1, nameKey: 1 },
      unique: true,
      serves: 'that a space uses a name once',
    },
    {
      name: 'order',
      keys: { space: 1, order: 1, id: 1 },
      serves: 'TemplateRepository.findAll',
    },
    placeIndex([]),
  ],
});

export type TemplateDocument = DocumentOf<typeof templateSchema>;
