import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  rem,
  type VariantColorsResolver,
} from '@mantine/core';

const ai: MantineColorsTuple = [
  '#eef3f9',
  '#dce6f2',
  '#b9cce6',
  '#8fb3e3',
  '#6f97c8',
  '#5180b5',
  '#3f6ea3',
  '#315d91',
  '#274b7a',
  '#1c375b',
];

const shu: MantineColorsTuple = [
  '#fbece8',
  '#f7d8d1',
  '#f4b3a7',
  '#f0816f',
  '#e6685a',
  '#d9523f',
  '#cf4734',
  '#c7402d',
  '#c13c29',
  '#8f2a1c',
];

// Mantine's greys are cool; ours are those of the paper.
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3efe8',
  '#ece7dd',
  '#e6e1d8',
  '#cfc8bb',
  '#b3ab9d',
  '#716c61',
  '#5e5a52',
  '#3f3b35',
  '#22201c',
];

const dark: MantineColorsTuple = [
  '#ece9e2',
  '#b5b0a5',
  '#989286',
  '#857f73',
  '#4c4840',
  '#35322d',
  '#282623',
  '#1f1e1b',
  '#171614',
  '#0f0e0d',
];

// The system's Latin letters, then a Japanese face with full-width kana: `system-ui` first would be
// Yu Gothic UI on Windows, whose kana are squeezed, and mixed faces of unlike height on Linux.
const family =
  '-apple-system, "Segoe UI", Roboto, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "BIZ UDPGothic", Meiryo, system-ui, sans-serif';

/** Our tokens determine the accent colours in both schemes. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color ?? 'ai';
  const line = `${rem(1)} solid transparent`;
  if (color === 'ai' || color === 'shu') {
    const name = color === 'ai' ? 'accent' : 'waiting';
    const main = `var(--e-${name})`;
    const soft = `var(--e-${name}-soft)`;
    if (input.variant === 'filled') {
      const hover = color === 'ai' ? 'var(--e-accent-hover)' : main;
      return { background: main, hover, color: `var(--e-on-${name})`, border: line };
    }
    if (input.variant === 'light') {
      return { background: soft, hover: soft, color: main, border: line };
    }
    if (input.variant === 'subtle' || input.variant === 'transparent') {
      const hover = input.variant === 'subtle' ? 'var(--e-hover)' : 'transparent';
      return { background: 'transparent', hover, color: main, border: line };
    }
    if (input.variant === 'outline') {
      return {
        background: 'transparent',
        hover: soft,
        color: main,
        border: `${rem(1)} solid ${main}`,
      };
    }
  }
  if (color === 'gray' && (input.variant === 'subtle' || input.variant === 'transparent')) {
    return {
      background: 'transparent',
      hover: 'var(--e-hover)',
      color: 'var(--e-soft)',
      border: line,
    };
  }
  return defaultVariantColorsResolver(input);
};

const floating = { radius: 'md', shadow: 'md' } as const;

/** The Mantine theme: sizes, spacing and radii of look.md. */
export const theme = createTheme({
  primaryColor: 'ai',
  primaryShade: { light: 8, dark: 3 },
  colors: { ai, shu, gray, dark },
  black: '#22201c',
  white: '#ffffff',
  fontFamily: family,
  headings: {
    fontFamily: family,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(26), lineHeight: '1.35' },
      h2: { fontSize: rem(20), lineHeight: '1.4' },
      h3: { fontSize: rem(17), lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(15), lg: rem(17), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.6', xl: '1.5' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(10), lg: rem(14), xl: rem(999) },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'var(--e-shadow)', lg: 'var(--e-shadow)' },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Menu: {
      defaultProps: {
        ...floating,
        transitionProps: { duration: 100 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { ...floating, transitionProps: { duration: 100 } } },
    Combobox: { defaultProps: { ...floating, transitionProps: { duration: 100 } } },
    // No page scrolls its body; locking it would lay out the whole page again.
    Modal: {
      defaultProps: {
        radius: 'md',
        centered: true,
        lockScroll: false,
        transitionProps: { duration: 140 },
      },
    },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Tooltip: {
      defaultProps: {
        position: 'bottom',
        multiline: true,
        maw: 'min(320px, calc(100vw - 16px))',
        fz: 'xs',
        zIndex: 600,
        // Whoever shows one ends it with the next scroll.
        hideDetached: false,
        transitionProps: { duration: 0 },
      },
    },
    Skeleton: { defaultProps: { height: 14, className: 'engawa-late' } },
    AvatarGroup: { defaultProps: { spacing: 4 } },
    Badge: {
      defaultProps: { tt: 'none', lts: 0, fw: 600 },
      vars: () => ({
        root: { '--badge-height': rem(22), '--badge-fz': rem(12), '--badge-padding-x': rem(9) },
      }),
    },
    Checkbox: { defaultProps: { size: 'sm' } },
    Paper: { vars: () => ({ root: { '--paper-border-color': 'var(--e-line)' } }) },
    // What is chosen is lighter than its ground in both schemes.
    SegmentedControl: {
      styles: {
        root: { background: 'var(--e-pressed)' },
        indicator: { background: 'light-dark(var(--e-surface), var(--e-line-strong))' },
      },
    },
    // The dot in the thumb would read as a 0.
    Switch: { defaultProps: { withThumbIndicator: false } },
    Table: { defaultProps: { borderColor: 'var(--e-line)' } },
  },
});

/** Colours of text, borders and backgrounds of Mantine's components. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--e-ground)',
    '--mantine-color-text': 'var(--e-text)',
    '--mantine-color-dimmed': 'var(--e-soft)',
    '--mantine-color-placeholder': 'var(--e-faint)',
    '--mantine-color-anchor': 'var(--e-accent)',
    '--mantine-color-error': 'var(--e-waiting)',
    '--mantine-color-success': 'var(--e-done)',
    '--mantine-color-default': 'var(--e-surface)',
    '--mantine-color-default-hover': 'var(--e-hover)',
    '--mantine-color-default-color': 'var(--e-text)',
    '--mantine-color-default-border': 'var(--e-line-strong)',
    '--mantine-color-disabled': 'var(--e-pressed)',
    '--mantine-color-disabled-color': 'var(--e-faint)',
    '--mantine-color-disabled-border': 'var(--e-line)',
    '--mantine-primary-color-filled': 'var(--e-accent)',
    '--mantine-primary-color-filled-hover': 'var(--e-accent-hover)',
    '--mantine-primary-color-light': 'var(--e-accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--e-accent-soft)',
    '--mantine-primary-color-light-color': 'var(--e-accent)',
    '--mantine-primary-color-contrast': 'var(--e-on-accent)',
    '--mantine-color-ai-filled': 'var(--e-accent)',
    '--mantine-color-ai-light-color': 'var(--e-accent)',
    '--popover-border-color': 'var(--e-line)',
    '--menu-item-hover': 'var(--e-hover)',
    '--overlay-bg': 'rgb(0 0 0 / 40%)',
  };
  return { variables: {}, light: shared, dark: shared };
};
