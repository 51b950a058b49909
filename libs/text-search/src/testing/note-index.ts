import {
  Database,
  newId,
  SpaceRepository,
  type NewDocument,
  type Store,
  defineStore,
  type DocumentOf,
  text,
} from '@engawa/persistence';
import { startTestInfrastructure } from '@engawa/testing';
import { joinTexts } from '../query/search-text.rules';
import {
  indexedFields,
  textBlockStore,
  textDirectoryStore,
  unindexedIndex,
} from '../text-index.schema';
import { changedText, TextIndex } from '../text-index';
import { z } from 'zod';

/** A document with a text, for tests of the index. */
const noteStore = defineStore({
  collection: 'notes',
  shape: {
    ...indexedFields,
    text: z.string().default(''),
    at: z.date(),
    color: text,
    shown: z.boolean(),
  },
  indexes: [
    { keys: { space: 1, shown: 1, at: -1, id: -1 }, serves: 'TextIndex: builds' },
    unindexedIndex,
  ],
  formerIndexes: ['grams'],
});

export type Note = DocumentOf<typeof noteStore>;

class NoteRepository extends SpaceRepository<Note> {
  /** Inserts or updates a note. */
  async put(
    space: string,
    note: Omit<NewDocument<Note>, 'unindexed' | 'indexKeys'>,
  ): Promise<void> {
    const { id, ...set } = note;
    const to = set.at.toISOString();
    const changed = await this.change(space, id, ({ at, indexKeys }) => ({
      set: { ...set, ...changedText({ from: { key: at.toISOString(), indexKeys }, to }) },
    }));
    if (!changed) await this.insert(space, { ...note, ...changedText() });
  }

  putMany(space: string, notes: readonly NewDocument<Note>[]) {
    return this.insertMany(
      space,
      notes.map((document) => ({ document })),
    );
  }
}

class NoteIndex extends TextIndex<Note, { color: string }> {
  constructor(database: Database) {
    const stores = {
      documents: database.store(noteStore, null),
      blocks: database.store(textBlockStore, null),
      directories: database.store(textDirectoryStore, null),
    };
    super(stores, {
      orderField: 'at',
      buildOrder: -1,
      passes: [{ shown: true }],
      fields: ['text', 'color', 'shown'],
      formerFields: ['grams'],
      keyOf: ({ at }) => at.toISOString(),
      rowMaker: () =>
        Promise.resolve(({ id, text, at, color, shown }) =>
          shown ? { id, key: at.toISOString(), text: joinTexts([text]), facts: { color } } : null,
        ),
    });
  }
}

/** A database with notes. `open` simulates another process. */
export async function startNotes() {
  const { env, stop } = await startTestInfrastructure();
  const name = `test_${newId().replaceAll('-', '').slice(-16)}`;
  const opened: Database[] = [];
  const open = async () => {
    const database = new Database(env['MONGODB_URI']!, name);
    opened.push(database);
    const index = new NoteIndex(database);
    const notes = database.store(noteStore, null);
    await database.open();
    return { index, notes: new NoteRepository(notes), store: notes as Store<Note>, database };
  };
  return {
    open,
    async stop() {
      await opened[0]?.drop();
      for (const database of opened) await database.close();
      await stop();
    },
  };
}
