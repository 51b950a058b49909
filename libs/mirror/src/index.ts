export * from './mirror';
export * from './stamp';
