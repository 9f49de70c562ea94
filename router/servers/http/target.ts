import type { IncomingMessage } from 'node:http'
import { Invalid } from '../../errors.ts'

/**
 * A call goes to a path, and names one host (RFC 9112 3.2). With a whole address for a path, or with two hosts, there would be
 * two opinions on whom it is for. Throws `Invalid`.
 */
export function demandOneTarget({ method, url = '', rawHeaders }: IncomingMessage): void {
  if (!url.startsWith('/') && !(method === 'OPTIONS' && url === '*')) throw new Invalid('must begin with /', 'path')
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Invalid('is given more than once', 'Host')
}
