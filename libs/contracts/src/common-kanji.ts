import { kanjiVariants } from './kanji-variants';

/** The common form of each variant kanji (SRC-4). */
export const commonKanji: ReadonlyMap<string, string> = new Map(
  kanjiVariants.flatMap((group) => {
    const [common, ...others] = [...group];
    return others.map((kanji): [string, string] => [kanji, common!]);
  }),
);
