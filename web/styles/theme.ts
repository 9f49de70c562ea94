import { type ComboboxItem, createTheme, type MantineColorsTuple, type OptionsFilter } from '@mantine/core'
import { includesWords } from '../parts/lists/fold.ts'

/** The colour of the gate: everything that can be pressed, and nothing else. */
export const gate: MantineColorsTuple = [
  '#e9f5f1',
  '#d2e9e1',
  '#a5d3c5',
  '#76bca8',
  '#4fa78f',
  '#369a80',
  '#2a8a72',
  '#1d6f5c',
  '#155748',
  '#0c4236',
]

/** Stone: the greys, warm by day and green by night. */
export const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f4f3ee',
  '#eae8e0',
  '#dedbd1',
  '#cbc8bc',
  '#a9a79b',
  '#73726a',
  '#5f605a',
  '#3d403c',
  '#1f2421',
]
export const dark: MantineColorsTuple = [
  '#e3e8e5',
  '#c3ccc7',
  '#9aa7a1',
  '#75827c',
  '#3a443f',
  '#2f3834',
  '#1e2522',
  '#151a18',
  '#101413',
  '#0b0e0d',
]

/** What cannot be taken back. */
export const red: MantineColorsTuple = [
  '#fdeeec',
  '#fad9d5',
  '#f3b1aa',
  '#ec867c',
  '#e46155',
  '#d9443a',
  '#c7342a',
  '#b42318',
  '#8f1b12',
  '#6c130d',
]

/** Suggestions are found however they are written. */
const filter: OptionsFilter = ({ options, search, limit }) =>
  (options as ComboboxItem[]).filter(({ label }) => includesWords(label, search.trim())).slice(0, limit)
// A list of suggestions scrolls itself, not a box inside of it, which no keyboard would reach.
const list = { withScrollArea: false, filter }

export const theme = createTheme({
  colors: { gate, gray, dark, red },
  primaryColor: 'gate',
  primaryShade: 7,
  black: gray[9],
  fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Overlays are inside the main landmark, where navigation by landmarks finds them.
    Portal: { defaultProps: { target: '#content' } },
    // Announced when it appears.
    InputError: { defaultProps: { role: 'alert' } },
    // Beside its lines a menu would hold an empty place for the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Autocomplete: { defaultProps: list },
    Select: { defaultProps: list },
    MultiSelect: { defaultProps: list },
    TagsInput: { defaultProps: list },
  },
})
