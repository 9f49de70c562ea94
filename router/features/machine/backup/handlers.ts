import type { Core } from '../../../core.ts'
import { AccessDenied, Invalid } from '../../../errors.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import type { backup, Restored } from '../../../model/machine/backup/contract.ts'
import { madeAt } from '../../../model/machine/backup/name.ts'
import { asTyped } from '../../../model/machine/backup/recoverykey.ts'
import { type Caller, type Handlers, PlainText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type DeriveKey, openArchive, readArchive } from './archive.ts'
import type { Making } from './making.ts'
import { replaceState, rowsOf } from './restore.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault'> {
  readonly deriveKey: DeriveKey
  readonly making: Making
  /** Links of this machine at the start of the router. */
  readonly links: readonly string[]
}

export function backupHandlers({ facts, change, vault, deriveKey, making, links }: Deps): Handlers<typeof backup> {
  const { archives, alone } = making

  function passphraseFor(given: string | undefined): string {
    if (given !== undefined) return asTyped(given)
    const own = facts.setting('backup').RecoveryKey
    if (own === '') throw new Invalid(phrase('machine.recoveryKeyAbsent'), 'Passphrase')
    return vault.open(own)
  }

  /** Before setup, any caller may restore; once a password is set, only its user. */
  function refusePusher(caller: Caller): void {
    if (caller.kind === 'anonymous' && facts.users.has(ADMIN))
      throw new AccessDenied('unauthorized', phrase('machine.adminPasswordExists'))
  }

  return {
    list: () => archives.list().map((Name) => ({ Name, Timestamp: madeAt(Name) })),

    make: ({ body: { Passphrase } }) => making.make({ passphrase: Passphrase }),

    key: async () => ({ RecoveryKey: await making.recoveryKey() }),

    read: ({ params }) => new PlainText(archives.read(params.name)),

    async bring({ params, body, caller }) {
      refusePusher(caller)
      return { Name: await making.bring(params.name, () => textOf(body)) }
    },

    async restore({ params, body: { Passphrase, SignIn }, caller }) {
      refusePusher(caller)
      return alone(async () => {
        const archive = readArchive(archives.read(params.name))
        const state = await openArchive(archive, passphraseFor(Passphrase), deriveKey)
        const rows = rowsOf(state, vault)
        let restored: Restored | undefined
        await change((draft) => {
          // The password may have been set while the archive was decrypted.
          refusePusher(caller)
          const isNew = draft.users.get(ADMIN) === undefined
          if (isNew && SignIn === 'keep') throw new Invalid(phrase('machine.noPasswordToKeep'), 'SignIn')
          restored = replaceState(draft, rows, links, SignIn ?? (isNew ? 'archive' : 'keep'))
        })
        return restored as Restored
      })
    },

    remove: ({ params }) => archives.remove(params.name),
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString('utf8')
}
