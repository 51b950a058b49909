/** Series with a colour of their own; the others share the last colour. */
export const CHART_SERIES = 5;

/**
 * Colours of series in order, and of all others, in both colour schemes. Dark and light ones take
 * turns, so that neighbours stay apart without hue: for colour-blind readers and in grey print.
 */
export const chartColours = {
  light: ['#16324f', '#c4632a', '#1d5c59', '#b58e23', '#6b4790', '#a19c92'],
  dark: ['#cfe0f5', '#d97b45', '#8ed2cb', '#9175b2', '#f0cf73', '#7d786e'],
} as const;
