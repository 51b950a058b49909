export * from './folding/search-folding.rules';
export * from './folding/romaji.rules';
export * from './question/question.rules';
export * from './question/search-text.rules';
export * from './question/highlight.rules';
export type { Place, TextRow } from './block/block-body';
export * from './text-index.schema';
export type { TextSource } from './text-source';
export * from './text-index';
