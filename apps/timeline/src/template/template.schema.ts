import type { TemplateTask } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** What a post of the space begins with. */
export interface TemplateDocument extends SpaceDocument {
  displayName: string;
  /** The name as it is compared: width, case and kana do not matter. */
  nameKey: string;
  memo: string;
  /** Deleted labels stay here, so that who uses the template learns what is left out. */
  labelIds: string[];
  task: TemplateTask | null;
  order: number;
}

export const templateSchema = defineSchema<TemplateDocument>({
  collection: 'postTemplates',
  fields: {
    displayName: { type: String, required: true },
    nameKey: { type: String, required: true },
    memo: { type: String, default: '' },
    labelIds: { type: [String], default: [] },
    task: { type: Schema.Types.Mixed, default: null },
    order: { type: Number, required: true },
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
  ],
});
