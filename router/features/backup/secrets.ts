import type { Vault } from '../../store/vault.ts'

/** How a secret stands in an archive: there everything is sealed already, and this router's vault may be gone by then. */
const MARK = 'sallyport:secret'

/** At least a nonce and a tag, in base64url. */
const MAY_BE_SEALED = /^[\w-]{38,}$/

/** A row's value with its secrets in clear. What the vault can open is a secret, and nothing else has its tag. */
export const revealed = (value: unknown, vault: Vault): unknown =>
  mapped(value, (inner) => {
    if (typeof inner !== 'string' || !MAY_BE_SEALED.test(inner)) return undefined
    try {
      return { [MARK]: vault.open(inner) }
    } catch {
      return undefined
    }
  })

/** A row's value with its secrets sealed by this router's vault. */
export const hidden = (value: unknown, vault: Vault): unknown =>
  mapped(value, (inner) => {
    const secret = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[MARK] : undefined
    return typeof secret === 'string' ? vault.seal(secret) : undefined
  })

/** A copy, in which `change` has put something in the place of what it knows; `undefined` leaves a part as it is. */
function mapped(value: unknown, change: (inner: unknown) => unknown): unknown {
  const changed = change(value)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change)]))
}
