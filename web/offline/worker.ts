import { kindOf } from './kind.ts'

/**
 * The app's service worker: it keeps the files of the build, and has a page to show while the router cannot be reached.
 * Browsers have it where the router is reached by a certificate that the device trusts (a secure context), and nowhere else.
 */

/** Put there by the build (build.ts): everything that is kept, under addresses that change with what is behind them. */
declare const FILES: readonly string[]
declare const OFFLINE: string

interface Stage extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface Asked extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  addEventListener(name: 'install' | 'activate', listener: (event: Stage) => void): void
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void
}
const scope = self as unknown as Scope

const CACHE = 'app'
/** Away from home nobody refuses a connection, it just never comes to be. */
const PATIENCE_MS = 5000

scope.addEventListener('install', (event) => event.waitUntil(keep()))
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([tidy(), scope.clients.claim()])))
scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, scope.location.origin)
  if (kind === 'page') event.respondWith(page(event.request))
  if (kind === 'file') event.respondWith(file(event.request))
})

/** What an edition before this one has fetched already stays. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE)
  const found = await Promise.all(FILES.map((path) => cache.match(path)))
  await cache.addAll(FILES.filter((_, index) => !found[index]))
}

/** It takes over when no page of the edition before is open any more: nobody needs its files. */
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
