import type { Vault } from '../../store/vault.ts'

/**
 * How a secret is written in an archive: as the one text under this name. The archive is sealed as a whole, and the vault of
 * this router may be gone at the restore. Client data that uses the same name is wrapped in an object under it.
 */
const MARK = 'sallyport:secret'

/** At least a nonce and a tag, in base64url. */
const MAY_BE_SEALED = /^[\w-]{38,}$/

/** A row's value with its secrets in clear. What the vault can open is a secret, and nothing else has its tag. */
export const revealed = (value: unknown, vault: Vault): unknown =>
  mapped(value, (inner, go) => {
    if (isObject(inner)) return Object.hasOwn(inner, MARK) ? { [MARK]: inside(inner, go) } : undefined
    if (typeof inner !== 'string' || !MAY_BE_SEALED.test(inner)) return undefined
    try {
      return { [MARK]: vault.open(inner) }
    } catch {
      return undefined
    }
  })

/** A row's value with its secrets sealed by this router's vault. */
export const hidden = (value: unknown, vault: Vault): unknown =>
  mapped(value, (inner, go) => {
    const marked = isObject(inner) ? inner[MARK] : undefined
    if (typeof marked === 'string') return vault.seal(marked)
    return isObject(marked) ? inside(marked, go) : undefined
  })

type Go = (inner: unknown) => unknown

/** A copy, in which `change` has put something in the place of what it knows; `undefined` leaves a part as it is. */
function mapped(value: unknown, change: (inner: unknown, go: Go) => unknown): unknown {
  const go: Go = (inner) => mapped(inner, change)
  const changed = change(value, go)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map(go)
  return isObject(value) ? inside(value, go) : value
}

const inside = (object: Readonly<Record<string, unknown>>, go: Go): unknown =>
  Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, go(inner)]))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
