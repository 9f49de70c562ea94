import { kindOfRequest } from './kind.ts'
import { notificationOf, type ShownNotification, windowFor } from './notification.ts'

/**
 * The app's service worker: caches the files of the build, shows a page while the router is unreachable, and shows alerts. Browsers
 * support it only in a secure context: where the device trusts the router's certificate.
 */

/** Inserted by the build (build/offline.ts): the cached files, with URLs that contain a hash of their content. */
declare const FILES: readonly string[]
declare const OFFLINE: string

interface Stage extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface Asked extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Pushed extends Stage {
  readonly data: { text(): string } | null
}
interface Clicked extends Stage {
  readonly notification: { readonly data: ShownNotification['options']['data']; close(): void }
}
interface AppWindow {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface Scope {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: { showNotification(title: string, options: ShownNotification['options']): Promise<void> }
  addEventListener(name: 'install' | 'activate', listener: (event: Stage) => void): void
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void
  addEventListener(name: 'push', listener: (event: Pushed) => void): void
  addEventListener(name: 'notificationclick', listener: (event: Clicked) => void): void
}
const scope = self as unknown as Scope

const CACHE = 'app'
/** Away from home, connections are not refused but time out. */
const PATIENCE_MS = 5000

scope.addEventListener('install', (event) => event.waitUntil(keep()))
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([tidy(), scope.clients.claim()])))
scope.addEventListener('fetch', (event) => {
  const kind = kindOfRequest(event.request, scope.location.origin)
  if (kind === 'page') event.respondWith(page(event.request))
  if (kind === 'file') event.respondWith(file(event.request))
})
scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

/** Unchanged files of the previous build stay in the cache. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE)
  const found = await Promise.all(FILES.map((path) => cache.match(path)))
  await cache.addAll(FILES.filter((_, index) => !found[index]))
}

/** Called when no page of the previous build is open any more: its files are deleted. */
async function tidy(): Promise<void> {
  const cache = await caches.open(CACHE)
  const wanted = new Set(FILES.map((path) => new URL(path, scope.location.origin).href))
  const kept = await cache.keys()
  await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((request) => cache.delete(request)))
}

async function page(request: Request): Promise<Response> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, PATIENCE_MS)
  try {
    return await Promise.race([fetch(request), late])
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  } finally {
    clearTimeout(timer)
  }
}

const file = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

function show(text: string | undefined): Promise<void> {
  const { title, options } = notificationOf(text)
  return scope.registration.showNotification(title, options)
}

/** Opens a page in the window of the app, or in a new one. */
async function open(url: string): Promise<void> {
  const window = windowFor(await scope.clients.matchAll({ type: 'window' }), url)
  try {
    if (!window) throw new Error('the app is not open')
    await window.focus()
    if (new URL(window.url).pathname !== url) await window.navigate(url)
  } catch {
    // A window that another worker controls cannot be navigated.
    await scope.clients.openWindow(url)
  }
}
