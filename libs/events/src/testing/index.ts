export * from './fast-recovery';
export * from './memory-source';
export * from './transport-suite';
