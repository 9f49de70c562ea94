import { readFile } from './files.ts'

/** The link of the default route with the lowest metric in `routes`, the text of /proc/net/route. Undefined if there is none. */
export function defaultLinkOf(routes: string): string | undefined {
  const found = routes
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    // Link, destination, gateway, flags, reference count, use, metric, mask.
    .filter(([, destination, , , , , , mask]) => destination === '00000000' && mask === '00000000')
    .sort((a, b) => Number(a[6]) - Number(b[6]))
  return found[0]?.[0]
}

/** The link towards the internet: that of the IPv4 default route. */
export const defaultLink = (): string | undefined => defaultLinkOf(readFile('/proc/net/route') ?? '')
