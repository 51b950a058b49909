import { z } from 'zod';
import { id, instant, LABEL_DEFAULT_ORDER, line, version } from '../primitive';

/** Label colours; the web app defines their look. */
export const labelColors = [
  'indigo',
  'sky',
  'teal',
  'green',
  'olive',
  'yellow',
  'orange',
  'red',
  'rose',
  'plum',
  'brown',
  'grey',
] as const;
export const labelColor = z.enum(labelColors);
export type LabelColor = z.infer<typeof labelColor>;

/** Most labels of a space. */
export const LABEL_LIMIT = 100;

/**
 * Names of the default labels. A default label is shown in the reader's language until it is
 * renamed.
 */
export const defaultLabelNames: Readonly<Record<string, readonly [string, ...string[]]>> = {
  businessIssue: ['事業の課題', 'Business issue'],
  operationalIssue: ['運営の課題', 'Operational issue'],
};

/** Whether a label is a default label that has not been renamed. */
export function hasDefaultName({ id, name }: { id: string; name: string }): boolean {
  return defaultLabelNames[id]?.includes(name) === true;
}

/**
 * What posts with the label say about their members: something they seek, or something they offer.
 * Both are matched with each other.
 */
export const labelKind = z.enum(['seeks', 'offers']);
export type LabelKind = z.infer<typeof labelKind>;

/** A label of the space (TML-5). */
export const label = z
  .object({
    id,
    version,
    name: z.string(),
    color: labelColor,
    order: z.int().default(LABEL_DEFAULT_ORDER),
    isIssue: z.boolean(),
    kind: labelKind
      .nullable()
      .meta({ description: 'What members of posts with it seek or offer; null: neither' }),
    isDefault: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Label' });
export type Label = z.infer<typeof label>;
export const listLabelsAnswer = z.object({ items: z.array(label) });

const name = line(50).min(1);

/** createLabel: rejects a name that exists, ignoring width and case. */
export const createLabelInput = z.strictObject({
  name,
  color: labelColor.default('grey'),
  isIssue: z.boolean().default(false),
  kind: labelKind.nullable().default(null),
});
export type CreateLabelInput = z.infer<typeof createLabelInput>;

export const updateLabelInput = z.strictObject({
  name: name.optional(),
  color: labelColor.optional(),
  isIssue: z.boolean().optional(),
  kind: labelKind.nullable().optional(),
});
export type UpdateLabelInput = z.infer<typeof updateLabelInput>;

/** orderLabels: the new order of all ids; omitted ones stay last. */
export const orderLabelsInput = z.strictObject({ ids: z.array(id).min(1).max(LABEL_LIMIT) });
export type OrderLabelsInput = z.infer<typeof orderLabelsInput>;
