const { lang } = document.documentElement

/** The service worker of the app in the language of this page. One of another language is replaced. */
export const WORKER = lang === 'en' ? '/worker.js' : `/worker.${lang}.js`

/** Registers the service worker, which caches the app and the offline page. Browsers allow it with a trusted certificate only. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => void navigator.serviceWorker.register(WORKER).catch(() => undefined))
}
