/** Tracks of a grid in px at the usual font size; they grow with the font size that is set in the browser. */
export const growing = (tracks: string): string =>
  tracks.replace(/(\d+)px/g, (_all, size: string) => `${Number(size) / 16}rem`);
