/** What the modifiers after `||name^$` mean for a resolver. */
export interface Modifiers {
  /** A block that exceptions do not lift, or an exception that lifts such a block as well. */
  readonly isImportant: boolean
  /** Cancels the same rule without `badfilter`, in the same list. */
  readonly isCancelling: boolean
}

/** Without a meaning for DNS, but not limited to a part of a page: the rule is for the whole name. */
const WHOLE = new Set(['all', 'document', 'doc', ''])

/**
 * Reads modifiers, as AdGuard's DNS filtering syntax and uBlock Origin's static filter syntax define them. Undefined for any that
 * limits a rule to what a resolver cannot apply: kinds of requests, pages, clients (`client`, `ctag`), types of records (`dnstype`),
 * other answers (`dnsrewrite`) and exceptions in the rule (`denyallow`).
 */
export function readModifiers(text: string): Modifiers | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  const others = names.filter((name) => name !== 'important' && name !== 'badfilter')
  if (others.some((name) => !WHOLE.has(name))) return undefined
  return { isImportant: names.includes('important'), isCancelling: names.includes('badfilter') }
}
