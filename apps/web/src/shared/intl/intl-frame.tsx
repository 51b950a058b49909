import type { Locale } from '@engawa/contracts';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';

/**
 * Provides texts, dates and numbers of one language.
 *
 * @param timeZone IANA name; the space's once it is known, else the device's.
 */
export function IntlFrame(props: { locale: Locale; timeZone?: string; children: ReactNode }) {
  return (
    <IntlProvider
      locale={props.locale}
      defaultLocale={props.locale}
      timeZone={props.timeZone}
      onError={(error) => {
        // Texts come with their descriptors (messages.ts), so the provider has none.
        if (error.code !== 'MISSING_TRANSLATION') throw error;
      }}
    >
      {props.children}
    </IntlProvider>
  );
}
