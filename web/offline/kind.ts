/**
 * How the worker handles a request. `page`: a page of the app, requested from the router first, so that an update is used
 * immediately. `file`: never changes under its name, so it is served from the cache. `other`: API calls above all, which the
 * worker does not handle.
 */
export type RequestKind = 'page' | 'file' | 'other'

export function kindOfRequest(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): RequestKind {
  const { origin: from, pathname } = new URL(url)
  if (method !== 'GET' || from !== origin) return 'other'
  if (pathname.startsWith('/assets/')) return 'file'
  // Pages of plugins, in frames. A session is in the address.
  if (pathname.startsWith('/admin/custom_plugin/')) return 'other'
  return mode === 'navigate' && /^\/($|index\.html$|admin(\/|$)|auth(\/|$))/.test(pathname) ? 'page' : 'other'
}
