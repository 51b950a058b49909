import { doc, intOrLong, isDoc, MongoError, toDouble, type Doc } from '@engawa/mongo-semantics';
import { samePattern } from '../plan/planner';
import { cappedChange, validationOptions, viewOptions } from './collection-options';
import type { CommandContext } from './command-context';

/** `collMod` changes validation, a view, limits of a capped collection, an index's expiry, hides it or makes it unique. */
export async function collModCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  if (body.has('timeseries')) throw new MongoError(115, 'collMod with timeseries is not supported');
  const view = engine.catalog.find(db, name);
  if (view?.view) {
    const options = viewOptions(context, view.options);
    await engine.store.write(() => engine.catalog.setOptions(view, options));
    return doc({ ok: 1 });
  }
  const collection = engine.collection(db, name);
  if (!collection) throw new MongoError(26, `ns does not exist: ${db}.${name}`);
  if (body.has('viewOn') || body.has('pipeline'))
    throw new MongoError(72, 'option not supported on a collection: viewOn or pipeline');
  const limits = cappedChange(context, collection.meta);
  if (limits) await engine.store.write(() => engine.catalog.setOptions(collection.meta, limits));
  if (body.has('validator') || body.has('validationLevel') || body.has('validationAction')) {
    const options = validationOptions(context, collection.meta.options);
    await engine.store.write(() => engine.catalog.setOptions(collection.meta, options));
  }
  const change = context.document('index');
  if (!change) return doc({ ok: 1 });
  const index = collection.meta.indexes.find((candidate) => {
    const wanted = change.get('name');
    if (wanted !== undefined) return candidate.name === wanted;
    const pattern = change.get('keyPattern');
    return isDoc(pattern) && samePattern(candidate.spec.get('key') as Doc, pattern);
  });
  if (!index)
    throw new MongoError(
      27,
      `cannot find index ${String(change.get('name') ?? '')} for ns ${db}.${name}`,
    );
  const reply: Doc = new Map();
  const unique = change.get('unique') === true && !index.unique;
  if (unique && change.get('dryRun') !== true && !index.prepareUnique)
    throw new MongoError(
      72,
      `Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first`,
    );
  await engine.store.write(() => {
    if (unique) {
      const violations = collection.violations(index);
      if (violations.length > 0)
        throw new MongoError(
          359,
          'Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.',
          { violations: violations.map((ids) => doc({ ids })) },
        );
      if (change.get('dryRun') !== true) {
        index.unique = true;
        index.prepareUnique = false;
        index.spec.set('unique', true);
        index.spec.delete('prepareUnique');
        reply.set('unique_new', true);
      }
    }
    const prepare = change.get('prepareUnique');
    if (prepare !== undefined) {
      if (prepare === true && index.strings)
        throw new MongoError(115, 'prepareUnique of an index with a collation is not supported');
      reply.set('prepareUnique_old', index.prepareUnique);
      reply.set('prepareUnique_new', prepare === true);
      index.prepareUnique = prepare === true;
      if (prepare === true) index.spec.set('prepareUnique', true);
      else index.spec.delete('prepareUnique');
    }
    const seconds = change.get('expireAfterSeconds');
    if (seconds !== undefined) {
      const old = index.expireAfterSeconds;
      if (old !== null) reply.set('expireAfterSeconds_old', intOrLong(old));
      reply.set('expireAfterSeconds_new', intOrLong(toDouble(seconds as number)));
      index.expireAfterSeconds = toDouble(seconds as number);
      index.spec.set('expireAfterSeconds', seconds);
    }
    const hidden = change.get('hidden');
    if (hidden !== undefined) {
      reply.set('hidden_old', index.hidden);
      reply.set('hidden_new', hidden === true);
      index.hidden = hidden === true;
      if (hidden === true) index.spec.set('hidden', true);
      else index.spec.delete('hidden');
    }
    engine.catalog.save(collection.meta);
  });
  reply.set('ok', 1);
  return reply;
}
