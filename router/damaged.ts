import { Unavailable } from './errors.ts'
import { openBus } from './events/bus.ts'
import { openProofs } from './features/access/proofs.ts'
import { contracts } from './features/index.ts'
import { recovery } from './features/recovery/contract.ts'
import type { Machine } from './machine/machine.ts'
import type { RouterOptions } from './options.ts'
import { type Served, serve } from './servers/http/routes.ts'
import { openHttp } from './servers/http/server.ts'
import { restoreGoodCopy } from './store/copies.ts'
import { openMemoryFacts } from './store/memory.ts'
import { vaultWith } from './store/vault.ts'
import { isIp } from './values/ip.ts'

/**
 * The router while its saved state cannot be read. The firewall is as it was closed, or as an earlier run left it
 * enforcing; every call hears what is wrong, and the console may go back to the last good state. Resolves when it did.
 */
export async function answerDamaged(machine: Machine, options: RouterOptions, damage: Unavailable): Promise<void> {
  const { log, console, webRoot, port } = options
  const { promise: restored, resolve } = Promise.withResolvers<void>()
  const { facts } = openMemoryFacts({ setup: { done: true } })
  const bus = openBus((error) => log(String(error)))
  const refuse = (): never => {
    throw new Unavailable(`${damage.message}; PUT /restore at the router's console goes back to the last good state`)
  }
  const refused: Served[] = Object.values(contracts)
    .flatMap((contract) => Object.values(contract))
    .map((operation) => ({
      operation: {
        ...operation,
        details: { summary: operation.details.summary, tag: operation.details.tag, access: 'public' },
      },
      handler: refuse,
    }))
  const restore = (): void => {
    restoreGoodCopy(`${options.data}/state.db`)
    // The answer goes out first.
    machine.clock.after(100, resolve)
  }
  await using _http = await openHttp({
    machine,
    bus,
    facts,
    proofs: openProofs({ facts, clock: machine.clock, vault: vaultWith() }),
    port,
    operations: [...refused, ...serve(recovery, { restore })],
    ...(console ? { console } : {}),
    ...(webRoot ? { webRoot } : {}),
    // Its addresses are not known, but no address can be made to point here by somebody else.
    isOwnHost: (name) => name === 'localhost' || isIp(name),
    isFromUplink: () => true,
  })
  log(`sallyport: closed. ${damage.message}`)
  log('sallyport: answering')
  await restored
}
