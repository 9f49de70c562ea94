import { phraseOrText, Unavailable } from '../errors.ts'
import { openBus } from '../events/bus.ts'
import { openAuth } from '../features/access/auth/auth.ts'
import { openProofs } from '../features/access/credentials/proofs.ts'
import { deriveSlowly } from '../features/machine/backup/archive.ts'
import { backupHandlers } from '../features/machine/backup/handlers.ts'
import { openMaking } from '../features/machine/backup/making.ts'
import type { Machine } from '../machine/machine.ts'
import { backup } from '../model/machine/backup/contract.ts'
import { recovery } from '../model/machine/recovery/contract.ts'
import type { Details, Operation } from '../model/operation.ts'
import { type ServedOperation, serve } from '../model/operation.ts'
import { contracts } from '../model/operations.ts'
import { phrase } from '../phrases/phrase.ts'
import { openHttp } from '../servers/http/server.ts'
import { openSite } from '../servers/site/site.ts'
import { restoreGoodCopy } from '../store/copies.ts'
import { rewriteState } from '../store/database.ts'
import { openMemoryFacts } from '../store/memory.ts'
import { takeSnapshot } from '../store/snapshot.ts'
import { openVault, type Vault, vaultWith } from '../store/vault.ts'
import { isIp } from '../values/ip.ts'
import type { RouterOptions } from './options.ts'

/**
 * Runs the router while its saved state cannot be read. The firewall is closed, or still enforces the rules of an earlier run.
 * Every API call is answered with the reason; the console can restore the last good state or an archive. Resolves after that.
 */
export async function answerDamaged(machine: Machine, options: RouterOptions, damage: Unavailable): Promise<void> {
  const { log, console, webRoot, siteFolder, port } = options
  const { promise: restored, resolve } = Promise.withResolvers<void>()
  const { facts } = openMemoryFacts({ setup: { done: true } })
  const bus = openBus((error) => log(String(error)))
  const refuse = (): never => {
    throw new Unavailable(phrase('machine.stateDamagedAdvice', phraseOrText(damage)))
  }
  const done = (): void => {
    // After the response was sent.
    machine.clock.after(100, resolve)
  }
  const operations = [
    ...serve(recovery, {
      restore() {
        restoreGoodCopy(`${options.data}/state.db`)
        done()
      },
    }),
    ...archives(machine, options, done),
  ]
  const isServed = ({ method, path }: Operation) =>
    operations.some(({ operation }) => operation.method === method && operation.path === path)
  const refused: ServedOperation[] = Object.values(contracts)
    .flatMap((contract): Operation[] => Object.values(contract))
    .filter((operation) => !isServed(operation))
    .map((operation) => ({
      operation: {
        ...operation,
        details: { summary: operation.details.summary, tag: operation.details.tag, access: 'public' },
      },
      handler: refuse,
    }))
  const { clock } = machine
  const proofs = openProofs({ facts, clock, vault: vaultWith() })
  const auth = openAuth({ facts, bus, clock, proofs, isFromUplink: () => true })
  await using _http = await openHttp({
    machine,
    bus,
    facts,
    auth,
    port,
    operations: [...operations, ...refused],
    ...(console ? { console } : {}),
    ...(webRoot ? { webRoot } : {}),
    ...(siteFolder ? { site: openSite({ machine, folder: siteFolder }) } : {}),
    // The router's addresses are unknown. Any IP address is accepted as host: DNS rebinding needs a domain.
    isOwnHost: (name) => name === 'localhost' || isIp(name),
  })
  log(`sallyport: closed. ${damage.message}`)
  log('sallyport: answering: only how it can be repaired')
  await restored
}

/** The operations for archives that the console has in this state: list, upload and restore. */
function archives(machine: Machine, { data, version }: RouterOptions, done: () => void): ServedOperation[] {
  const { facts, change } = openMemoryFacts()
  // Opened on first use, since it may have to be created.
  const vault = (): Vault => openVault(machine, `${data}/vault.key`)
  const lazy: Vault = { seal: (text) => vault().seal(text), open: (sealed) => vault().open(sealed) }
  const deps = { facts, change, vault: lazy, deriveKey: deriveSlowly }
  const making = openMaking({ ...deps, machine, directory: `${data}/backups`, release: version })
  const { list, bring, restore } = backupHandlers({ ...deps, making, links: [] })
  return serve(
    { list: backup.list, bring: atConsole(backup.bring), restore: atConsole(backup.restore) },
    {
      list,
      bring,
      async restore(request) {
        const restored = await restore(request)
        rewriteState(`${data}/state.db`, takeSnapshot(facts))
        done()
        return restored
      },
    },
  )
}

/** The operation without access checks: users and one-time codes cannot be read, and the console needs none. */
const atConsole = <const D extends Details>(operation: Operation<D>): Operation<Omit<D, 'access' | 'untilSetUp'>> => {
  const { access, untilSetUp, ...details } = operation.details
  return { ...operation, details }
}
