import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import type { User } from '../../../model/access/credentials/user.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Row } from '../../../store/migrations.ts'

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
export function withPresentSignIn(draft: Draft, archived: readonly Row[]): Row[] {
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
