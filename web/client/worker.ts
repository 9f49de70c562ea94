/**
 * Have the browser keep the app, and a page for when the router is away, where it lets pages have a service worker: over
 * HTTPS with a certificate that the device trusts. Everywhere else the app is the same without.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined))
}
