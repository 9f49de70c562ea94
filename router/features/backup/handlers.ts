import { Invalid, Unauthorized, Unavailable } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { VERSION } from '../../store/documents.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { Vault } from '../../store/vault.ts'
import { ADMIN } from '../access/onetime.ts'
import { type Caller, type Handlers, PlainText } from '../operation.ts'
import { type DeriveKey, openArchive, readArchive, sealArchive } from './archive.ts'
import { type backup, MAX_ARCHIVE_BYTES, type Restored } from './contract.ts'
import { archiveName, madeAt } from './name.ts'
import { asTyped, generateRecoveryKey } from './recoverykey.ts'
import { replaceState, rowsOf, stateOf } from './restore.ts'
import { openShelf } from './shelf.ts'

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'listFiles' | 'readFile' | 'writeFile' | 'removeFile' | 'makeDirectory'>
  readonly facts: Facts
  readonly change: Change
  readonly vault: Vault
  readonly deriveKey: DeriveKey
  /** The directory of archives. */
  readonly directory: string
  readonly release: string
  /** Links of this machine at the start of the router. */
  readonly links: readonly string[]
}

export function backupHandlers(deps: Deps): Handlers<typeof backup> {
  const { machine, facts, change, vault, deriveKey, release, links } = deps
  const shelf = openShelf(machine, deps.directory)
  const alone = openAlone()

  /** Created when it is first needed. */
  async function recoveryKey(): Promise<string> {
    await change((draft) => {
      if (draft.setting('backup').RecoveryKey === '')
        draft.set('backup', { RecoveryKey: vault.seal(generateRecoveryKey()) })
    })
    return vault.open(facts.setting('backup').RecoveryKey)
  }

  /** A time that no archive name has yet: of two archives in the same millisecond, the second gets the next. */
  function freeTime(): number {
    const taken = shelf.list()
    let made = machine.clock.now()
    while (taken.includes(archiveName(release, made))) made++
    return made
  }

  function passphraseFor(given: string | undefined): string {
    if (given !== undefined) return asTyped(given)
    const own = facts.setting('backup').RecoveryKey
    if (own === '') throw new Invalid('is required: this router has no recovery key', 'Passphrase')
    return vault.open(own)
  }

  /** Before setup, any caller may restore; once a password is set, only its user. */
  function refusePusher(caller: Caller): void {
    if (caller.kind === 'nobody' && facts.users.has(ADMIN))
      throw new Unauthorized('The administrator already has a password: sign in with it.')
  }

  return {
    list: () => shelf.list().map((Name) => ({ Name, Timestamp: madeAt(Name) })),

    make: ({ body: { Passphrase } }) =>
      alone(async () => {
        if (!facts.setting('setup').done) throw new Invalid('The router is not set up yet.')
        const passphrase = Passphrase === undefined ? await recoveryKey() : asTyped(Passphrase)
        // The archive contains the time that is in its name, so an upload gets the same name again.
        const made = freeTime()
        const name = archiveName(release, made)
        const text = await sealArchive(stateOf(facts, vault, VERSION), passphrase, deriveKey, {
          made,
          release,
        })
        if (text.length > MAX_ARCHIVE_BYTES) throw new Unavailable('The stored state is too large for an archive.')
        shelf.keep(name, text)
        return name
      }),

    key: async () => ({ RecoveryKey: await recoveryKey() }),

    read: ({ params }) => new PlainText(shelf.read(params.name)),

    async bring({ params, body, caller }) {
      refusePusher(caller)
      return alone(async () => {
        const text = await textOf(body)
        readArchive(text)
        // An archive that exists under another name is not stored twice.
        const Name = shelf.list().find((name) => shelf.read(name) === text) ?? params.name
        if (Name === params.name) shelf.keep(Name, text)
        return { Name }
      })
    },

    async restore({ params, body: { Passphrase, SignIn }, caller }) {
      refusePusher(caller)
      return alone(async () => {
        const archive = readArchive(shelf.read(params.name))
        const state = await openArchive(archive, passphraseFor(Passphrase), deriveKey)
        const rows = rowsOf(state, vault)
        let restored: Restored | undefined
        await change((draft) => {
          // The password may have been set while the archive was decrypted.
          refusePusher(caller)
          const isNew = draft.users.get(ADMIN) === undefined
          if (isNew && SignIn === 'keep') throw new Invalid('this router has no password to keep', 'SignIn')
          restored = replaceState(draft, rows, links, SignIn ?? (isNew ? 'archive' : 'keep'))
        })
        return restored as Restored
      })
    },

    remove: ({ params }) => shelf.remove(params.name),
  }
}

/** One job at a time, since each needs much memory; concurrent calls are refused with the reason. */
function openAlone(): <T>(work: () => Promise<T>) => Promise<T> {
  let isBusy = false
  return async (work) => {
    if (isBusy) throw new Unavailable('Another archive is being created or restored. Try again in a moment.')
    isBusy = true
    try {
      return await work()
    } finally {
      isBusy = false
    }
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString('utf8')
}
