import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import './styles.css'
import { theme, themeSheet } from './theme.ts'

document.adoptedStyleSheets = [themeSheet()]

/** What the sign-in page and the app have in common: colours, fonts and the styles of controls. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  </StrictMode>
)

/** The element of index.html that the page is rendered into. */
export function placeOfPage(): HTMLElement {
  const place = document.getElementById('app')
  if (!place) throw new Error('index.html has no #app')
  return place
}
