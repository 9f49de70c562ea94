/** How often the router is asked for, and how long it may take to answer. */
const EVERY_MS = 3000
const PATIENCE_MS = 2500

// What somebody has chosen in the app; without that, what the machine prefers.
const chosen = localStorage.getItem('mantine-color-scheme-value')
if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen

/** Whatever it answers, it answers: then the page that was asked for has its turn again. */
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
