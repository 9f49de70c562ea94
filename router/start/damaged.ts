import { phraseOrText, Unavailable } from '../errors.ts'
import { openBus } from '../events/bus.ts'
import { authWithoutState } from '../features/access/auth/start.ts'
import { archivesWithoutState } from '../features/machine/backup/start.ts'
import type { Machine } from '../machine/machine.ts'
import { recovery } from '../model/machine/recovery/contract.ts'
import { type Operation, type ServedOperation, serve } from '../model/operation.ts'
import { contracts } from '../model/operations.ts'
import { phrase } from '../phrases/phrase.ts'
import { openHttp } from '../servers/http/server.ts'
import { openSite } from '../servers/site/site.ts'
import { restoreGoodCopy } from '../store/copies.ts'
import { openFactsInMemory } from '../store/memory.ts'
import { isIp } from '../values/ip.ts'
import { archiveDirectory, type RouterOptions } from './options.ts'

/**
 * Runs the router while its saved state cannot be read. The firewall is closed, or still enforces the rules of an earlier run.
 * Every API call is answered with the reason; the console can restore the last good state or an archive. Resolves after that.
 */
export async function answerDamaged(machine: Machine, options: RouterOptions, damage: Unavailable): Promise<void> {
  const { log, console, webRoot, siteFolder, port, data, version } = options
  const { promise: restored, resolve } = Promise.withResolvers<void>()
  const { facts } = openFactsInMemory({ setup: { done: true } })
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
        restoreGoodCopy(`${data}/state.db`)
        done()
      },
    }),
    ...archivesWithoutState({ machine, data, version, directory: archiveDirectory(options), done }),
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
  const auth = authWithoutState({ facts, bus, clock: machine.clock })
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
