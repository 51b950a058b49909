/** Titles of the integrations service's problems. */
export const integrationsProblems = {} as const;
