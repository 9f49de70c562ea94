import type { Plugin } from 'vite'
import { themeSheet } from './themeSheet.ts'

const NAME = 'virtual:theme.css'

/** The theme as a style sheet that modules import. */
export const themed = (): Plugin => ({
  name: 'themed',
  resolveId: (source) => (source === NAME ? `\0${NAME}` : null),
  load: (id) => (id === `\0${NAME}` ? themeSheet() : null),
})
