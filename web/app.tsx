import './client/strict.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.css'
import { cache, session } from './client/client.ts'
import { registerWorker } from './client/worker.ts'
import { Announcer } from './parts/shell/Announcer.tsx'
import { router } from './routes.tsx'
import { theme, themeSheet } from './theme.ts'

document.adoptedStyleSheets = [themeSheet()]

// Each route checks for itself whether it needs a session. They are checked again after the login's own action has ended:
// two navigations at the same time would wait for each other.
session.subscribe(() => setTimeout(() => void router.invalidate()))

// After a change of screen the focus would be nowhere; put it where the new screen begins.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged && document.activeElement === document.body)
    document.getElementById('content')?.focus({ preventScroll: true })
})

const app = document.getElementById('app')
if (!app) throw new Error('index.html has no #app')
createRoot(app).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
        <Announcer />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

registerWorker()
