export * from './folding/search-folding.rules';
export * from './folding/romaji.rules';
export * from './query/query.rules';
export * from './query/search-text.rules';
export * from './query/highlight.rules';
export type { Place, TextRow } from './block/block-body';
export * from './text-index.schema';
export type { TextSource } from './text-source';
export * from './text-index';
