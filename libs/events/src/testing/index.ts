export * from './memory-source';
export * from './transport-suite';
