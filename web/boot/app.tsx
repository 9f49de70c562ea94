import '../client/strict.ts'
import { placeOfPage } from './rootElement.ts'

// Imported first: its styles come before those of components.

import { MantineProvider, VisuallyHidden } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../client/client.ts'
import { nextTask } from '../client/idle.ts'
import { clientSession } from '../client/tab.ts'
// Before the styles of components.
import '../styles/app.css'
import { openPageRouter } from '../routes.tsx'
import { theme } from '../styles/theme.ts'

/** Renders the app at the address of the page. */
export async function openApp(): Promise<void> {
  // The files of the app have just been evaluated.
  await nextTask()
  const router = openPageRouter()
  await router.load()
  await nextTask()
  render(router)
}

/** Renders the app at another address, in place of the sign-in page. `leave` removes that page once the first screen is loaded. */
export async function continueAt(address: string, leave: () => void): Promise<void> {
  const router = openPageRouter()
  router.history.replace(address)
  await router.load()
  leave()
  render(router, true)
}

/** `router` has loaded its first screen: later it would be rendered in one task, since changes of its state are not in a transition. */
function render(router: RegisteredRouter, isContinued = false): void {
  const root = createRoot(placeOfPage())
  // As a transition, React renders in slices, and the page takes input between them.
  startTransition(() =>
    root.render(
      <AppFrame>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Announcer />
        </QueryClientProvider>
      </AppFrame>,
    ),
  )
  // Each route checks for itself whether it needs a session. They are checked again after the login's own action has ended:
  // two navigations at the same time would wait for each other.
  clientSession.subscribe(() => setTimeout(() => void router.invalidate()))
  // After a change of screen the focus would be nowhere; put it where the new screen begins.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    const isNew = fromLocation ? pathChanged : isContinued
    if (isNew && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  })
}

/** What all screens of the app have in common: colours, fonts and the styles of controls. */
const AppFrame = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  </StrictMode>
)

/** Announces the title of a new screen to screen readers, which announce new documents only. */
function Announcer() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const element = document.querySelector('title')
    if (!element) return
    const observer = new MutationObserver(() => setTitle(document.title))
    observer.observe(element, { childList: true })
    return () => observer.disconnect()
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {title}
    </VisuallyHidden>
  )
}
