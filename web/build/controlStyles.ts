import type { Plugin } from 'vite'

const LIST = ['Combobox', 'Popover'] as const
const LIST_OF_SEVERAL = ['CloseButton', 'Combobox', 'Pill', 'PillsInput', 'Popover'] as const

/** The style sheets of Mantine's controls, by the name of the control. Those of other controls are in styles/app.css. */
const SHEETS: Readonly<Record<string, readonly string[]>> = {
  Alert: ['Alert'],
  Autocomplete: LIST,
  Badge: ['Badge'],
  Checkbox: ['Checkbox'],
  CloseButton: ['CloseButton'],
  Group: ['Group'],
  Menu: ['Menu', 'Popover'],
  MultiSelect: LIST_OF_SEVERAL,
  NumberInput: ['NumberInput'],
  Progress: ['Progress'],
  Radio: ['Radio'],
  SegmentedControl: ['FloatingIndicator', 'SegmentedControl'],
  Select: LIST,
  Skeleton: ['Skeleton'],
  Switch: ['Switch'],
  TagsInput: LIST_OF_SEVERAL,
}

/** Imports the style sheets of the controls that a module imports, before its other imports: their sheets correct these. */
export const controlStyles = (): Plugin => ({
  name: 'control-styles',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.*\.tsx$/, code: '@mantine/core' },
    handler(code) {
      const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(code) ?? []
      const sheets = new Set(names.split(',').flatMap((name) => SHEETS[name.trim()] ?? []))
      const imports = [...sheets].map((sheet) => `import '@mantine/core/styles/${sheet}.css';`)
      // On the first line, so that the others keep their numbers.
      return { code: imports.join('') + code, map: null }
    },
  },
})
