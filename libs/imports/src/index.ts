export * from './import-store';
export * from './import.repository';
export * from './import-files';
export * from './import-lease';
export * from './import-runner';
export * from './import-cleaning';
