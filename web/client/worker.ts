const { lang } = document.documentElement

/** The service worker of the app in the language of this page. One of another language is replaced. */
export const WORKER = lang === 'en' ? '/worker.js' : `/worker.${lang}.js`

/** The worker fetches all files of the app, which must not delay those of the first screen. */
const PAUSE_MS = 5000

/** Registers the service worker, which caches the app and the offline page. Browsers allow it with a trusted certificate only. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register(WORKER).catch(() => undefined)
  window.addEventListener('load', () => setTimeout(register, PAUSE_MS))
}
