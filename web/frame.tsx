import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import './base.ts'
import './styles.css'
import { theme } from './theme.ts'

/** What all screens of the app have in common: colours, fonts and the styles of controls. */
export const AppFrame = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  </StrictMode>
)
