/** Interval and time limit of requests to the router. */
const EVERY_MS = 3000
const PATIENCE_MS = 2500

// The color scheme chosen in the app, otherwise that of the system.
const chosen = localStorage.getItem('mantine-color-scheme-value')
if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen

/** Any response means that the router is reachable: the requested page is loaded again. */
async function look(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch('/manifest.webmanifest', { cache: 'no-store', signal }).catch(() => undefined)
  if (answer) location.reload()
}

const lookIfSeen = () => {
  if (!document.hidden) void look()
}
setInterval(lookIfSeen, EVERY_MS)
document.addEventListener('visibilitychange', lookIfSeen)
document.querySelector('button')?.addEventListener('click', () => void look())
