import { foldText, type LabelColor } from '@engawa/contracts';
import type { NewDocument } from '@engawa/persistence';
import type { LabelDocument } from './label.schema';

/** The form in which names are compared: width, case, kana and spaces do not matter. */
export function nameKey(name: string): string {
  return foldText(name).replace(/\s+/g, '');
}

interface BuiltIn {
  id: string;
  names: [string, ...string[]];
  color: LabelColor;
  isIssue?: boolean;
  isDefault?: boolean;
}

// The two defaults are shown in the reader's language; the others are a first proposal.
const builtIn: readonly BuiltIn[] = [
  {
    id: 'businessIssue',
    names: ['事業の課題', 'Business issue'],
    color: 'red',
    isIssue: true,
    isDefault: true,
  },
  {
    id: 'operationalIssue',
    names: ['運営の課題', 'Operational issue'],
    color: 'orange',
    isIssue: true,
    isDefault: true,
  },
  { id: 'request', names: ['要望'], color: 'plum' },
  { id: 'consultation', names: ['相談'], color: 'indigo' },
  { id: 'idea', names: ['アイデア'], color: 'yellow' },
  { id: 'introduction', names: ['紹介'], color: 'teal' },
  { id: 'event', names: ['イベント'], color: 'sky' },
  { id: 'thanks', names: ['お礼'], color: 'green' },
];

/** The labels that a new space begins with. */
export function initialLabels(): NewDocument<LabelDocument>[] {
  return builtIn.map(({ id, names, color, isIssue = false, isDefault = false }, index) => ({
    id,
    name: names[0],
    nameKeys: names.map(nameKey),
    color,
    order: index + 1,
    isIssue,
    isDefault,
    deleted: false,
  }));
}
