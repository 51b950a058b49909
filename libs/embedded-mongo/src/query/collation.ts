import { isDoc, type Value } from '../bson/bson-value';
import type { StringOrder } from '../bson/value-comparator';
import { badValue, MongoError, typeMismatch } from '../mongo-error';

/**
 * The order of strings that a collation asks for; undefined for the simple one.
 * @throws MongoError 115: only the simple collation is known
 */
export function parseCollation(collation: Value | undefined): StringOrder | undefined {
  if (collation === undefined || collation === null) return undefined;
  if (!isDoc(collation)) throw typeMismatch("BSON field 'collation' is the wrong type, expected type 'object'");
  if (collation.size === 0) return undefined;
  const locale = collation.get('locale');
  if (typeof locale !== 'string') throw new MongoError(40414, "BSON field 'collation.locale' is missing but a required field");
  if (locale === 'simple') return undefined;
  if (Intl.Collator.supportedLocalesOf([locale.replace('_', '-')]).length === 0) {
    throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
  }
  throw new MongoError(115, 'only the simple collation is supported');
}
