/**
 * What the worker does about something a page asks for. `page`: one of the app's own; the router is asked first, so that
 * what it serves after an update counts at once. `file`: never changes under its name, so the copy is as good. `other`: the
 * router's calls above all, which the worker leaves alone.
 */
export type Kind = 'page' | 'file' | 'other'

export function kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Kind {
  const { origin: from, pathname } = new URL(url)
  if (method !== 'GET' || from !== origin) return 'other'
  if (pathname.startsWith('/assets/')) return 'file'
  return mode === 'navigate' && /^\/($|index\.html$|admin(\/|$)|auth(\/|$))/.test(pathname) ? 'page' : 'other'
}
