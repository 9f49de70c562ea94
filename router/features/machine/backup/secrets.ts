import type { Vault } from '../../../store/vault.ts'
import { isObject } from '../../../values/object.ts'

/**
 * The form of a secret in an archive: an object with one text under this name. The archive as a whole is encrypted, and the
 * restoring router may have another vault. Client data that uses the same name is wrapped in an object under it.
 */
const MARK = 'sallyport:secret'

/** At least a nonce and a tag, in base64url. */
const MAY_BE_SEALED = /^[\w-]{38,}$/

/**
 * Returns a row with its secrets in clear text. A text that the vault can open is a secret, since no other text has a valid tag.
 */
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

/** Returns a row with its secrets sealed by this router's vault. */
export const hidden = (value: unknown, vault: Vault): unknown =>
  mapped(value, (inner, go) => {
    const marked = isObject(inner) ? inner[MARK] : undefined
    if (typeof marked === 'string') return vault.seal(marked)
    return isObject(marked) ? inside(marked, go) : undefined
  })

type Go = (inner: unknown) => unknown

/** Returns a copy with the replacements of `change`; `undefined` keeps a value. */
function mapped(value: unknown, change: (inner: unknown, go: Go) => unknown): unknown {
  const go: Go = (inner) => mapped(inner, change)
  const changed = change(value, go)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map(go)
  return isObject(value) ? inside(value, go) : value
}

const inside = (object: Readonly<Record<string, unknown>>, go: Go): unknown =>
  Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, go(inner)]))
