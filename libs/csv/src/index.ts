export * from './csv-encoding.rules';
export * from './csv-reader';
export * from './csv-cell.rules';
export * from './csv-download.rules';
export * from './refused-rows';
