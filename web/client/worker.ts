/** Registers the service worker, which caches the app and the offline page. Browsers allow it with a trusted certificate only. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined))
}
