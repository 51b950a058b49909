import { doc, int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { compareStrings, type StringOrder } from '../bson/value-comparator';
import { badValue, MongoError, typeMismatch } from '../mongo-error';

const FIELDS = new Set([
  'locale',
  'strength',
  'caseLevel',
  'caseFirst',
  'numericOrdering',
  'alternate',
  'maxVariable',
  'normalization',
  'backwards',
  'version',
]);
const SENSITIVITY: { readonly [strength: number]: 'base' | 'accent' | 'variant' } = {
  1: 'base',
  2: 'accent',
  3: 'variant',
  4: 'variant',
  5: 'variant',
};

/**
 * The order of strings that a collation asks for; undefined for the simple one. The rules are those of ICU, which
 * Node has built in and MongoDB uses too. Indexes hold strings in simple order, so a collated query does not use them.
 * @throws MongoError 2, 14, 40414, 40415 for a collation that is none; 115 for what Node's ICU cannot be asked for
 */
export function parseCollation(collation: Value | undefined): StringOrder | undefined {
  if (collation === undefined || collation === null) return undefined;
  if (!isDoc(collation))
    throw typeMismatch(
      `BSON field 'collation' is the wrong type '${typeName(collation)}', expected type 'object'`,
    );
  if (collation.size === 0) return undefined;
  for (const field of collation.keys()) {
    if (!FIELDS.has(field))
      throw new MongoError(40415, `BSON field 'collation.${field}' is an unknown field.`);
  }
  const locale = collation.get('locale');
  if (locale === undefined)
    throw new MongoError(40414, "BSON field 'collation.locale' is missing but a required field");
  if (typeof locale !== 'string')
    throw typeMismatch(
      `BSON field 'collation.locale' is the wrong type '${typeName(locale)}', expected type 'string'`,
    );
  if (locale === 'simple') return undefined;
  return orderOf(locale, collation);
}

/** A collation with all its fields, as listings show it; null for the simple one. @throws what parseCollation throws */
export function wholeCollation(collation: Value | undefined): Doc | null {
  if (!parseCollation(collation) || !isDoc(collation)) return null;
  const whole = doc({
    locale: collation.get('locale')!,
    caseLevel: false,
    caseFirst: 'off',
    strength: int32(3),
    numericOrdering: false,
    alternate: 'non-ignorable',
    maxVariable: 'punct',
    normalization: false,
    backwards: false,
    version: '57.1',
  });
  for (const [name, value] of collation) if (name !== 'version') whole.set(name, value);
  return whole;
}

function orderOf(locale: string, collation: Doc): StringOrder {
  const strengthValue = collation.get('strength');
  const strength =
    strengthValue === undefined ? 3 : isNumeric(strengthValue) ? toDouble(strengthValue) : NaN;
  const sensitivity = SENSITIVITY[strength];
  if (!sensitivity)
    throw badValue(
      `Enumeration value '${String(strengthValue)}' for field 'collation.strength' is not a valid value.`,
    );
  const caseFirst = collation.get('caseFirst') ?? 'off';
  if (caseFirst !== 'off' && caseFirst !== 'upper' && caseFirst !== 'lower') {
    throw badValue(
      `Enumeration value '${String(caseFirst)}' for field 'collation.caseFirst' is not a valid value.`,
    );
  }
  if (collation.get('backwards') === true)
    throw new MongoError(115, 'collation with backwards is not supported');
  const caseLevel = collation.get('caseLevel') === true;
  if (caseLevel && strength === 2)
    throw new MongoError(115, 'collation with caseLevel and strength 2 is not supported');
  const tag = locale.replace('@collation=', '-u-co-').replaceAll('_', '-');
  let supported: string[];
  try {
    supported = Intl.Collator.supportedLocalesOf([tag]);
  } catch {
    supported = [];
  }
  if (supported.length === 0)
    throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
  const { compare } = new Intl.Collator(tag, {
    sensitivity: caseLevel && strength === 1 ? 'case' : sensitivity,
    numeric: collation.get('numericOrdering') === true,
    caseFirst: caseFirst === 'off' ? 'false' : caseFirst,
    ignorePunctuation: collation.get('alternate') === 'shifted',
  });
  const order: StringOrder =
    strength === 5 ? (a, b) => compare(a, b) || compareStrings(a, b) : compare;
  if (strength < 3 && UNFOLDABLE.has(tag.split('-')[0]!)) unfoldable.add(order);
  return order;
}

/** Languages that take letters for the same which others do not, so that folded texts do not find all equal ones. */
const UNFOLDABLE = new Set('af ar da fa fi is km ml my nb nn no ps sv th ur'.split(' '));
const unfoldable = new WeakSet<StringOrder>();

/** Whether all texts that the order takes for equal have one folded text. */
export function isFoldable(order: StringOrder): boolean {
  return !unfoldable.has(order);
}
