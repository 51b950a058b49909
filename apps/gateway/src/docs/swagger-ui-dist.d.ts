declare module 'swagger-ui-dist' {
  /** The folder of the built page. */
  export function getAbsoluteFSPath(): string;
}
