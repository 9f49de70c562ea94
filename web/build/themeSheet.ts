import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { dark, gate, gray, red, theme } from '../styles/theme.ts'

/** Our own tokens beside Mantine's: what surfaces, lines, quiet words and charts look like by day and by night. */
const tokens: CSSVariablesResolver = () => ({
  variables: {
    '--measure': '72rem',
    '--rail': '14.5rem',
    '--shadow': '0 1px 2px rgb(31 36 33 / 6%), 0 6px 20px rgb(31 36 33 / 5%)',
  },
  light: {
    '--surface': '#ffffff',
    '--line': gray[3],
    '--quiet': gray[7],
    '--sunken': gray[2],
    '--hover': 'rgb(31 36 33 / 3%)',
    '--chip': gate[1],
    '--chip-ink': gate[8],
    '--online': '#17784a',
    '--waiting': '#8a5700',
    '--alarm': red[7],
    '--series-1': '#2563a8',
    '--series-2': '#a85a00',
    '--mantine-color-body': gray[1],
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-default-border': gray[4],
    '--mantine-color-error': red[7],
    '--mantine-color-success': '#17784a',
  },
  dark: {
    '--surface': dark[6],
    '--line': dark[5],
    '--quiet': dark[2],
    '--sunken': dark[8],
    '--hover': 'rgb(255 255 255 / 3%)',
    '--chip': '#1b4439',
    '--chip-ink': gate[1],
    '--online': '#5ecb93',
    '--waiting': '#e5b45c',
    '--alarm': '#ff9a8d',
    '--series-1': '#7db4ee',
    '--series-2': '#e8a95b',
    '--mantine-color-body': dark[7],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8a9690',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-error': '#ff9a8d',
    '--mantine-color-success': '#5ecb93',
  },
})

/**
 * The theme as a style sheet, made by the build (boot/rootElement.ts). Mantine would write it into a `<style>` element when
 * it starts, which the router's content policy forbids, and which pages that are drawn before would not have.
 */
export function themeSheet(): string {
  const all = mergeMantineTheme(DEFAULT_THEME, theme)
  // Of Mantine's own colours, alerts use two (AlertWatch).
  const { green, yellow } = all.colors
  const merged = { ...all, colors: { gate, gray, dark, red, green, yellow } as unknown as typeof all.colors }
  const base = defaultCssVariablesResolver(merged)
  const own = tokens(merged)
  return convertCssVariables({
    variables: { ...base.variables, ...own.variables },
    light: { '--mantine-color-scheme': 'light', ...base.light, ...own.light },
    dark: { '--mantine-color-scheme': 'dark', ...base.dark, ...own.dark },
  })
}

const NAME = 'virtual:theme.css'

/** The theme as a style sheet that modules import. */
export const themed = (): Plugin => ({
  name: 'themed',
  resolveId: (source) => (source === NAME ? `\0${NAME}` : null),
  load: (id) => (id === `\0${NAME}` ? themeSheet() : null),
})
