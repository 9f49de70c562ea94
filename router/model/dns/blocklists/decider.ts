const SERVICE = 'service '

/** Safe search as the field `By` names it. */
export const BY_SAFE_SEARCH = 'safe search'

/** An app that a rule blocks, as the field `By` names it. */
export const byService = (name: string): string => SERVICE + name

/** What decides on a name: a block list, an app that a rule blocks, safe search, or the override for a domain. */
export type Decider =
  | { readonly kind: 'list'; readonly uri: string }
  | { readonly kind: 'service'; readonly name: string }
  | { readonly kind: 'safeSearch' }
  | { readonly kind: 'override'; readonly domain: string }

/** Parses the field `By` of a name that is blocked, permitted or redirected. */
export function deciderOf(by: string): Decider {
  if (by === BY_SAFE_SEARCH) return { kind: 'safeSearch' }
  if (by.startsWith(SERVICE)) return { kind: 'service', name: by.slice(SERVICE.length) }
  return /^https?:/.test(by) ? { kind: 'list', uri: by } : { kind: 'override', domain: by }
}
