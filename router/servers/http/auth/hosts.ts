/**
 * The name or address in a Host header, in lower case, without port, brackets and final dot; undefined when it is none.
 * RFC 9110 7.2.
 */
export function hostInHeader(header: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? '') ?? []
  const name = (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '')
  return name === '' ? undefined : name
}

/** Whether a page from `origin` belongs to the very host it calls. `null`, of sandboxed and local pages, never does. */
export function isSameHost(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin) || host === undefined) return false
  const { protocol, host: from } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  // Parsed alike, so that a default port counts as none on both sides.
  const called = `${protocol}//${host}`
  return URL.canParse(called) && new URL(called).host === from
}
