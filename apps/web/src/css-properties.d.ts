import 'react';

declare module 'react' {
  /** Custom properties, which a component sets for its own style sheet. */
  interface CSSProperties {
    [property: `--${string}`]: string | number;
  }
}
