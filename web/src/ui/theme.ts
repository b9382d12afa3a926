import { mobileBreakpoint_px } from '@brina/domain/constants';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#e6f4f6',
  '#cfe6ea',
  '#a3cdd5',
  '#73b2be',
  '#4b9baa',
  '#2f8a9b',
  '#1b7586',
  '#0f5f6f',
  '#0d4c59',
  '#0d3b46',
];
const alarm: MantineColorsTuple = [
  '#fdebe9',
  '#f9d2cf',
  '#f3aaa4',
  '#ec7f77',
  '#e25a50',
  '#d3443a',
  '#c4352b',
  '#b3261e',
  '#a81b14',
  '#7f1511',
];
/** Where Mantine has no colour of ours in the dark: lists that open, choices not taken, edges. */
const dark: MantineColorsTuple = [
  '#c9d4d9',
  '#a3b6be',
  '#7d929c',
  '#5c707a',
  '#33464e',
  '#28393f',
  '#1b2a31',
  '#131f25',
  '#0f191e',
  '#0b1418',
];
// The interface font has no Japanese: the system's own follows it.
const fontFamily = "'Onest Variable', 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', system-ui, sans-serif";

/** The look "Cold line" as a Mantine theme. Colours of states live in `styles.css`, which every component reads. */
export const theme = createTheme({
  primaryColor: 'petrol',
  // Both shades carry a white label: `autoContrast` would not see the dark one.
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol, alarm, dark },
  autoContrast: true,
  luminanceThreshold: 0.3,
  defaultRadius: 'md',
  radius: { md: '10px', lg: '16px' },
  fontFamily,
  headings: { fontFamily, fontWeight: '640' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // `lg` is the mobile breakpoint of the specification (S9.4).
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: `${mobileBreakpoint_px / 16}em`, xl: '88em' },
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    // Mantine would lock the page behind with a style sheet of its own, which the content security policy refuses; `styles.css` does it.
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
    CloseButton: { defaultProps: { size: 44 } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
  },
});

/** Mantine's own reds and greys fail AA on our canvas; these pass on it and on the surface of a card. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f3f6f7',
    '--mantine-color-text': '#13242b',
    '--mantine-color-dimmed': '#4b606a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#5c707a',
    '--mantine-color-default-border': '#d8e1e5',
  },
  dark: {
    '--mantine-color-body': '#0b1418',
    '--mantine-color-text': '#e6eef1',
    '--mantine-color-dimmed': '#a3b6be',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-placeholder': '#8fa3ac',
    '--mantine-color-default-border': '#28393f',
    '--mantine-color-default': '#131f25',
    '--mantine-color-default-hover': '#1b2a31',
    '--mantine-color-disabled': '#1b2a31',
    '--mantine-color-disabled-color': '#7d929c',
    '--mantine-color-disabled-border': '#28393f',
  },
});
