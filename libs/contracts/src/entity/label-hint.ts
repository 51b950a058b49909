import { z } from 'zod';
import { id } from '../primitive';

/** Most words of one label, and most hints of a space. */
export const HINTS_PER_LABEL = 20;
export const LABEL_HINT_LIMIT = 300;

/** A word whose posts mostly have a label: to propose the label where the word is written. */
const labelHint = z
  .object({
    labelId: id,
    word: z.string().meta({ description: 'Normalized to NFKC, in small letters' }),
    posts: z.int().min(1).meta({ description: 'Posts with the word' }),
    labelled: z.int().min(1).meta({ description: 'Those of them that have the label' }),
  })
  .meta({ id: 'LabelHint' });
export type LabelHint = z.infer<typeof labelHint>;

/** listLabelHints: the best first. */
export const listLabelHintsAnswer = z.object({ items: z.array(labelHint).max(LABEL_HINT_LIMIT) });
export type ListLabelHintsAnswer = z.infer<typeof listLabelHintsAnswer>;
