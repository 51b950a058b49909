/**
 * The `space` of documents that belong to no space but to the whole installation: the table of
 * e-mail addresses, failed attempts, the mark of the bootstrap. No space can have this name
 * (`spaceId` wants two characters or more, without underscores), so the rule that every query
 * names one space holds for them too.
 */
export const INSTALLATION_SPACE = '_';
