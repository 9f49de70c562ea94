/**
 * What a token may call. Each entry is a path with all below it, and after the first colon the methods: none for any, `r`
 * to read, `rw` to read and write. The list is a union: one entry that allows is enough, and an empty list allows all.
 */

/** Methods by suffix. Neither HEAD nor OPTIONS is among them; an entry with another suffix allows nothing. */
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['r', ['GET']],
  ['rw', ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']],
])

/** Whether these scopes allow the method on the path, which is as it came in the request line, without a query. */
export function mayCall(scopes: readonly string[], method: string, path: string): boolean {
  if (scopes.length === 0) return true
  const segments = segmentsOf(path)
  // Routes are matched by the path as it was sent. With `..` in it, both paths have to be allowed: the one that it
  // names, and the one that a route with a parameter might take it for.
  const places = [segments, resolved(segments)].map(pathOf)
  return places.every((place) => scopes.some((scope) => allows(scope, method, place)))
}

function allows(scope: string, method: string, path: string): boolean {
  const colon = scope.indexOf(':')
  const [place, suffix] = colon < 0 ? [scope, undefined] : [scope.slice(0, colon), scope.slice(colon + 1)]
  const root = place.replace(/\/+$/, '')
  if (path !== root && !path.startsWith(`${root}/`)) return false
  return suffix === undefined || (METHODS.get(suffix)?.includes(method) ?? false)
}

/** Decoded one by one, since a slash that was written `%2F` separates nothing. Doubled slashes count once. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        return segment
      }
    })

/** RFC 3986 5.2.4. */
function resolved(segments: readonly string[]): string[] {
  const kept: string[] = []
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept
}

const pathOf = (segments: readonly string[]): string =>
  `/${segments.map((segment) => segment.replaceAll('/', '%2F')).join('/')}`
