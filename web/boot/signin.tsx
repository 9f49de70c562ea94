import { placeOfPage } from './rootElement.ts'

// Imported first: its styles come before those of components.

import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { idle } from '../client/idle.ts'
import { openRetry } from '../client/retry.ts'
import { mendSheets } from '../client/styleSheets.ts'
import { clientSession } from '../client/tab.ts'
import type { SignInPlace } from '../screens/machine/system/address.ts'
import { SignInPage } from '../screens/machine/system/LoginScreen.tsx'

const loadApp = openRetry({
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  mend: mendSheets,
})(() => import('./app.tsx'))

/**
 * Shows the sign-in page, then the app at `back`; or the first setup if the router has not been set up yet. `isUnset` is undefined
 * where the page has the sign-in page as HTML: a router sends that after the setup only.
 */
export async function openSignIn({ at, back }: SignInPlace, isUnset?: Promise<boolean>): Promise<void> {
  if (await isUnset) return (await loadApp()).continueAt('/auth/setup', () => {})
  window.history.replaceState(null, '', at)
  let opened: Promise<void> | undefined
  const open = () => {
    opened ??= loadApp().then(
      ({ continueAt }) => continueAt(back, () => root.unmount()),
      // After an update of the router the files of the app have other names, which the page at `back` has.
      () => window.location.assign(back),
    )
    return opened
  }
  // Also after a sign-in in another tab.
  clientSession.subscribe(() => {
    if (clientSession.current()) void open()
  })
  const page = <SignInPage onSignedIn={open} />
  const root = isUnset ? rendered(page) : hydrateRoot(placeOfPage(), page)
  // The app is loaded while the password is typed.
  void idle()
    .then(loadApp)
    .catch(() => undefined)
}

function rendered(page: React.ReactNode): Root {
  const root = createRoot(placeOfPage())
  root.render(page)
  return root
}
