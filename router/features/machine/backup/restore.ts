import { z } from 'zod'
import { compile } from '../../../compiler/compile.ts'
import { Invalid, phraseOf, Unavailable } from '../../../errors.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import type { KeptToken } from '../../../model/access/credentials/token.ts'
import type { User } from '../../../model/access/credentials/user.ts'
import type { Restored } from '../../../model/machine/backup/contract.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { defaultSettings } from '../../../store/documents.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import { openLedger } from '../../../store/ledger.ts'
import type { Row } from '../../../store/migrations.ts'
import { putSnapshot, takeSnapshot, upgrade } from '../../../store/snapshot.ts'
import type { Vault } from '../../../store/vault.ts'
import { digestOf } from '../../access/credentials/credential.ts'
import { disableUnreachable } from '../../firewall/config/target.ts'
import { forget } from '../../home/devices/forget.ts'
import { isSamePlace } from './remote/revision.ts'
import { hidden, revealed } from './secrets.ts'

/** Content of an archive: rows, and the version of the saved state that they belong to. */
const ArchiveContent = z.object({
  Version: z.int().positive(),
  Rows: z.array(z.object({ table: z.string(), key: z.string(), value: z.unknown() })),
})
export type ArchiveContent = z.output<typeof ArchiveContent>

/** All persistent state with its secrets in clear text, for an archive only. */
export const stateOf = (facts: Facts, vault: Vault, version: number): ArchiveContent => ({
  Version: version,
  Rows: takeSnapshot(facts).map((row) => ({ ...row, value: revealed(row.value, vault) })),
})

/**
 * Migrated and validated rows of a state, from which a Network can be compiled. Throws `Invalid` with the reason; the state in an
 * archive is untrusted. Throws `Unavailable` if the vault cannot seal its secrets.
 */
export function rowsOf(state: unknown, vault: Vault): Row[] {
  try {
    const { Version, Rows } = ArchiveContent.parse(state)
    const sealed = Rows.map(({ table, key, value }): Row => ({ table, key, value: hidden(value, vault) }))
    const rows = upgrade(sealed, Version)
    demandTokens(rows, vault)
    tryOut(rows)
    return rows
  } catch (error) {
    // Of the vault: the archive may be sound.
    if (error instanceof Unavailable) throw error
    const reason = error instanceof Invalid ? phraseOf(error) : phrase('machine.backupInconsistent')
    throw new Invalid(phrase('machine.archiveUnusable', reason), undefined, { cause: error })
  }
}

/**
 * Tokens are deleted by their value: one under the key of another could be used, but not deleted. One that the vault of the
 * archived router could not open is kept, and reported as lost.
 */
function demandTokens(rows: readonly Row[], vault: Vault): void {
  for (const { table, key, value } of rows) {
    const digest = table === 'tokens' ? digestIfOpen((value as KeptToken).Sealed, vault) : undefined
    if (digest !== undefined && digest !== key) throw new Invalid(phrase('machine.archiveTokenMismatch', key))
  }
}

function digestIfOpen(sealed: string, vault: Vault): string | undefined {
  try {
    return digestOf(vault.open(sealed))
  } catch {
    return undefined
  }
}

/** Checks that a router can be built from these rows alone. Throws if it cannot, or if no user could sign in. */
function tryOut(rows: readonly Row[]): void {
  const { facts, draw, post } = openLedger()
  const settings = Object.entries(defaultSettings())
  post(settings.map(([key, after]) => ({ table: 'settings', key, before: undefined, after })))
  post(draw((draft) => putSnapshot(draft, rows)))
  if (!facts.setting('setup').done || !facts.users.has(ADMIN))
    throw new Invalid(phrase('machine.archiveRouterNotSetUp'))
  compile(facts)
}

/**
 * Replaces all persistent state with these rows. `own`: links of this machine, which keep their purpose if the rows do not
 * contain them; otherwise a router that moved to another machine could not be reached. `signIn`: whether users of both this router
 * and the rows keep their passwords and one-time codes; users that the rows do not contain are removed.
 */
export function replaceState(
  draft: Draft,
  given: readonly Row[],
  own: readonly string[],
  signIn: Restored['SignIn'],
): Restored {
  const hadCodes = hasCodes(draft)
  const bringsCodes = given.some(({ table, key }) => table === 'otpUsers' && key === ADMIN)
  const rows = signIn === 'keep' ? withPresentSignIn(draft, given) : given
  const kept = own.flatMap((name) => draft.interfaces.get(name) ?? [])
  const known = new Set(rows.map(({ table, key }) => `${table} ${key}`))
  // Deleted devices are no longer present on any link.
  const identities = [...draft.devices.rows()].map(([identity]) => identity)
  forget(
    draft,
    identities.filter((identity) => !known.has(`devices ${identity}`)),
  )
  const { RecoveryKey } = draft.setting('backup')
  const remote = draft.setting('remoteBackup')
  const remoteState = draft.setting('remoteBackupState')
  putSnapshot(draft, rows)
  // Those that were stored there are still deleted in time.
  if (isSamePlace(remote, draft.setting('remoteBackup'))) draft.set('remoteBackupState', remoteState)
  // Archives on this router were created with it, and its owner has written it down.
  if (RecoveryKey !== '') draft.set('backup', { RecoveryKey })
  for (const link of kept) if (!draft.interfaces.get(link.Name)) draft.interfaces.put(link.Name, link)
  disableUnreachable(draft)
  const notice = noticeOf(signIn, hadCodes, bringsCodes)
  return {
    ...{ SignIn: signIn, OneTimeCodes: hasCodes(draft), Notice: String(notice ?? '') },
    ...(notice && { Coded: notice.toJSON() }),
  }
}

const hasCodes = (draft: Draft): boolean => draft.otpUsers.get(ADMIN)?.Confirmed === true

function noticeOf(signIn: Restored['SignIn'], had: boolean, brings: boolean): Phrase | undefined {
  if (had === brings) return undefined
  if (signIn === 'keep') return phrase(had ? 'machine.codesKept' : 'machine.codesNotRestored')
  return phrase(had ? 'machine.codesOff' : 'machine.codesOn')
}

/** Tables with seeds of one-time codes, recovery codes and passkeys of users. */
const FACTORS = ['otpUsers', 'recoveryCodes', 'passkeys', 'passkeyUsers'] as const

/** The user of a row of `FACTORS`. */
const ownerOf = ({ key, value }: Row): string => (value as { User?: string }).User ?? key

const isFactor = ({ table }: Row): boolean => FACTORS.some((name) => name === table)
const isOtpSetting = ({ table, key }: Row): boolean => table === 'settings' && key === 'otp'

/**
 * The rows of an archive with the passwords, one-time codes and passkeys that users of this router have now. Which users there are,
 * and their roles, follows the archive: a user that it does not contain is removed, except `admin`, and one that only the archive
 * contains has the password and codes from there.
 */
function withPresentSignIn(draft: Draft, archived: readonly Row[]): Row[] {
  const present = (name: string): User | undefined => draft.users.get(name)
  const isKept = (name: string): boolean => present(name) !== undefined
  const inArchive = new Set(archived.filter(({ table }) => table === 'users').map(({ key }) => key)).add(ADMIN)
  const rows = archived
    .filter((row) => !isOtpSetting(row) && !(isFactor(row) && isKept(ownerOf(row))))
    .map((row): Row => {
      const user = row.table === 'users' ? present(row.key) : undefined
      return user ? { ...row, value: { ...(row.value as User), PasswordHash: user.PasswordHash } } : row
    })
  const factors = FACTORS.flatMap((table) =>
    [...draft[table].rows()].map(([key, value]): Row => ({ table, key, value })),
  ).filter((row) => inArchive.has(ownerOf(row)))
  return [...rows, ...factors, { table: 'settings', key: 'otp', value: draft.setting('otp') }]
}
