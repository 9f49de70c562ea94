/** A method and the path that it is routed at, with parameters as `:name`. */
export interface HttpRoute {
  readonly method: string
  readonly url: string
}

interface Known {
  readonly segments: readonly string[]
  readonly methods: string[]
}

/**
 * Which methods a path takes, as the `Allow` header lists them; undefined for a path that is not routed. Paths are compared
 * here, and not by routes for every other method: with all methods that the parser takes those take megabytes.
 */
export function openAllowed(routes: readonly HttpRoute[]): (path: string) => string | undefined {
  const known = new Map<string, Known>()
  for (const { method, url } of routes) {
    const shape = url.replace(/:\w+/g, ':')
    const one = known.get(shape) ?? { segments: segmentsOf(shape), methods: [] }
    // A GET is routed with its HEAD.
    one.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    known.set(shape, one)
  }
  // What is named goes before what is a parameter, as in the router.
  const inOrder = [...known.values()].sort((a, b) => parametersIn(a) - parametersIn(b))
  return (path) => {
    const segments = segmentsOf(decoded(path))
    const found = inOrder.find((one) => fits(one.segments, segments))
    // RFC 9110 15.5.6: all that the path takes.
    return found && [...found.methods, 'OPTIONS'].join(', ')
  }
}

const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/')
const parametersIn = ({ segments }: Known): number => segments.filter((segment) => segment === ':').length
const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (part === ':' ? segments[i] !== '' : part === segments[i]))

/** As the router compares paths; one that cannot be decoded is at no route. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return ''
  }
}
