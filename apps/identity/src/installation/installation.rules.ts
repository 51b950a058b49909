/**
 * The `space` of documents of the whole installation: e-mail addresses, failed attempts, the
 * bootstrap record. No space can have this name (`spaceId` requires two characters and no
 * underscores), so the rule that every query names one space holds for them too.
 */
export const INSTALLATION_SPACE = '_';
