import type { Entry } from '../../router/store/table.ts'
import type { Vault } from '../../router/store/vault.ts'

/** A secret that a router stores. */
export interface Secret {
  /** Where it is stored: the table or setting, and the path of the field. */
  readonly place: string
  readonly value: string
}

/** Secrets that are not sealed by the vault: in clear text, or as a hash or digest. By table, the paths of the fields. */
const UNSEALED: Readonly<Record<string, readonly string[]>> = {
  devices: ['PSKEntry.Psk'],
  wifiUplinks: ['Networks.Password'],
  radios: ['Guest.Passphrase'],
  ppps: ['Secret'],
  users: ['PasswordHash'],
  sessions: ['Password', 'Csrf'],
  recoveryCodes: ['Digests'],
  phones: ['DeviceToken'],
  automations: ['Source'],
}
/** Tables whose keys are digests of secrets. */
const DIGESTS = ['tokens', 'sessions']

/** All secrets among the rows of a router: every text that its vault can open, and those of `UNSEALED`. */
export function secretsIn(rows: readonly Entry[], vault: Vault): Secret[] {
  const opened = (text: string): string | undefined => {
    try {
      return vault.open(text)
    } catch {
      // No other text has a valid tag.
      return undefined
    }
  }
  const walk = (value: unknown, table: string, path: string): Secret[] => {
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, table, path))
    if (value !== null && typeof value === 'object')
      return Object.entries(value).flatMap(([name, item]) => walk(item, table, path ? `${path}.${name}` : name))
    if (typeof value !== 'string' || value === '') return []
    const secret = opened(value) ?? (UNSEALED[table]?.includes(path) ? value : undefined)
    return secret ? [{ place: `${table} ${path}`, value: secret }] : []
  }
  return rows.flatMap(({ table, key, after }) => {
    const name = table === 'settings' ? key : table
    return [...(DIGESTS.includes(table) ? [{ place: `${table} key`, value: key }] : []), ...walk(after, name, '')]
  })
}

const RUN_OF_BASE64 = /[A-Za-z0-9+/_-]{16,}/g
const RUN_OF_HEX = /(?:[0-9a-f]{2}){8,}/gi

/** A text, and everything in it that could be base64, base64url or hexadecimal, decoded. */
function unfolded(text: string): string {
  const decoded = (pattern: RegExp, encoding: 'base64' | 'hex', skip: number) =>
    (text.match(pattern) ?? []).map((run) => Buffer.from(run.slice(skip), encoding).toString('latin1'))
  return [
    text,
    // A run may begin in the middle of a group of four characters.
    ...[0, 1, 2, 3].flatMap((skip) => decoded(RUN_OF_BASE64, 'base64', skip)),
    ...[0, 1].flatMap((skip) => decoded(RUN_OF_HEX, 'hex', skip)),
  ].join('\n')
}

/** What a text with this secret contains: the secret in plain form or within JSON, or the bytes of a key. */
function tracesOf(value: string): string[] {
  const bytes = Buffer.from(value, 'base64')
  const isKey = bytes.length >= 16 && bytes.toString('base64') === value
  // Of a PEM text, one whole line is enough. The last one, which is shorter, is a part of the public key.
  const lines = value.startsWith('-----BEGIN ')
    ? value.split('\n').filter((line) => /^[A-Za-z0-9+/]{64}$/.test(line))
    : []
  return [value, ...lines, JSON.stringify(value).slice(1, -1), ...(isKey ? [bytes.toString('latin1')] : [])]
}

/** The secrets that a text discloses: as they are, or in base64 or hexadecimal. */
export function disclosedBy(text: string, secrets: readonly Secret[]): Secret[] {
  const all = unfolded(text)
  return secrets.filter(({ value }) => tracesOf(value).some((trace) => all.includes(trace)))
}
