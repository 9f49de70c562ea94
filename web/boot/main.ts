import { openReload } from '../client/reload.ts'
import { SESSION_KEY } from '../client/sessionKey.ts'
import { registerWorker } from '../client/worker.ts'
import { signInFor } from '../screens/machine/system/address.ts'

const PATIENCE_MS = 5000

/** Whether the router waits for its first setup: it answers this call with 400 afterwards. */
const askUnset = (): Promise<boolean> =>
  fetch('/setup', { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

const reload = openReload({ storage: sessionStorage, now: Date.now, reload: () => window.location.reload() })

// The first file of every page. It imports next to nothing, so that the larger files are requested immediately: those of the
// app for a user who is signed in, those of the sign-in page otherwise.
const { pathname, search } = window.location
const place = window.localStorage.getItem(SESSION_KEY) === null ? signInFor(pathname, search) : undefined
const drawn = document.querySelector('#app > main')
if (place) {
  const isUnset = drawn ? undefined : askUnset()
  import('./signin.tsx').then(({ openSignIn }) => openSignIn(place, isUnset)).catch(reload)
} else {
  drawn?.remove()
  // The app would request it only after its routes are loaded.
  if (pathname === '/admin/devices') import('../screens/home/devices/list/DevicesScreen.tsx').catch(() => undefined)
  import('./app.tsx').then(({ openApp }) => openApp()).catch(reload)
}
delete document.documentElement.dataset.signedIn
registerWorker()
