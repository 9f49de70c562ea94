import { domainOf } from '../domain.ts'

/**
 * The domains in a list of the format of github.com/v2fly/domain-list-community: one on each line, with `domain:` or `full:` or
 * neither before it, attributes such as `@cn` after it, and comments after `#`. Left out: `include:`, `keyword:` and `regexp:` lines,
 * entries with attributes, which are for advertisements or some countries, and domains below another one.
 */
export function domainsIn(text: string): string[] {
  const all = new Set<string>()
  for (const line of text.split('\n')) {
    const words = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const [entry = '', ...attributes] = words
    const [kind, name = ''] = entry.includes(':') ? entry.split(':') : ['domain', entry]
    if ((kind !== 'domain' && kind !== 'full') || attributes.length > 0) continue
    const domain = domainOf(name)?.slice(0, -1)
    if (domain?.includes('.')) all.add(domain)
  }
  const isBelow = (domain: string): boolean =>
    domain.split('.').some((_, at, labels) => at > 0 && all.has(labels.slice(at).join('.')))
  return [...all].filter((domain) => !isBelow(domain)).sort()
}

/** A new list may lose this part of the domains; a source that lost more is probably broken. */
const MOST_LOST = 0.5

/** Why a new list of domains is not used; undefined if it is. */
export function refusalOfDomains(before: readonly string[], after: readonly string[]): string | undefined {
  if (after.length === 0) return 'it has no domains'
  const found = new Set(after)
  const lost = before.filter((one) => !one.split('.').some((_, at, labels) => found.has(labels.slice(at).join('.'))))
  return lost.length > before.length * MOST_LOST ? `it lacks ${lost.length} of ${before.length} domains` : undefined
}
