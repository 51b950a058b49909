import {
  defaultLabelNames,
  foldText,
  hasDefaultName,
  type LabelColor,
  type LabelKind,
} from '@engawa/contracts';
import type { NewDocument } from '@engawa/persistence';
import type { LabelDocument } from './label.schema';

/** Normalized name: ignores width, case, kana and spaces. */
export function nameKey(name: string): string {
  return foldText(name).replace(/\s+/g, '');
}

/**
 * Names that a label occupies; a default label occupies its name in every language until renamed.
 */
export function nameKeysOf(label: { id: string; name: string }): string[] {
  const names = hasDefaultName(label) ? defaultLabelNames[label.id]! : [label.name];
  return names.map(nameKey);
}

interface BuiltIn {
  id: string;
  name: string;
  color: LabelColor;
  isIssue?: boolean;
  kind?: LabelKind;
  isDefault?: boolean;
}

// These two cannot be deleted; the others are suggestions.
const builtIn: readonly BuiltIn[] = [
  {
    id: 'businessIssue',
    name: '事業の課題',
    color: 'red',
    isIssue: true,
    isDefault: true,
  },
  {
    id: 'operationalIssue',
    name: '運営の課題',
    color: 'orange',
    isIssue: true,
    isDefault: true,
  },
  { id: 'request', name: '要望', color: 'plum' },
  { id: 'consultation', name: '相談', color: 'indigo' },
  { id: 'idea', name: 'アイデア', color: 'yellow' },
  { id: 'introduction', name: '紹介', color: 'teal' },
  { id: 'event', name: 'イベント', color: 'sky' },
  { id: 'thanks', name: 'お礼', color: 'green' },
  { id: 'seeks', name: '探しもの', color: 'rose', kind: 'seeks' },
  { id: 'offers', name: '得意なこと', color: 'olive', kind: 'offers' },
];

/** Labels of a new space. */
export function initialLabels(): NewDocument<LabelDocument>[] {
  return builtIn.map(
    ({ id, name, color, isIssue = false, kind = null, isDefault = false }, index) => ({
      id,
      name,
      nameKeys: nameKeysOf({ id, name }),
      color,
      order: index + 1,
      isIssue,
      kind,
      isDefault,
      deleted: false,
    }),
  );
}
