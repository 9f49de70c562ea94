/**
 * Scopes of a token. Each entry is a path that includes the paths below it and, after the first colon, the methods: any without a
 * suffix, `r` for reading, `rw` for reading and writing. A call is allowed if one entry allows it; an empty list allows all.
 */

/** Methods by suffix, without HEAD and OPTIONS. An entry with another suffix allows nothing. */
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['r', ['GET']],
  ['rw', ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']],
])

/** Whether these scopes allow the method on the path, which is the one in the request line, without the query. */
export function mayCall(scopes: readonly string[], method: string, path: string): boolean {
  if (scopes.length === 0) return true
  const segments = segmentsOf(path)
  // Routes are matched by the path in the request line. If it contains `..`, both the normalised path and the path as a route
  // with a parameter would match it have to be allowed.
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

/** Segments are decoded one by one, since `%2F` is not a separator. Repeated slashes count once. */
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

/** Removes dot segments (RFC 3986 §5.2.4). */
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
