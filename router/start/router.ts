import { FIREWALL } from '../compiler/firewall/ruleset.ts'
import type { Frame } from '../compiler/network.ts'
import { closeFirst } from '../drivers/nft/closed.ts'
import { hasNflog } from '../drivers/nft/nflog.ts'
import { enlargeTables } from '../drivers/table-sizes.ts'
import { keepRemainingTimes } from '../features/machine/time/ends.ts'
import type { Machine } from '../machine/machine.ts'
import { SETUP_NAME } from '../model/dns/names/domain.ts'
import { SETUP_SSID } from '../model/home/setup/network.ts'
import { openBase } from './base.ts'
import { openEnforcement } from './enforcement.ts'
import type { RouterOptions } from './options.ts'
import { openServers } from './servers.ts'
import { openState } from './state.ts'

/**
 * Opens all parts in this order: a closed firewall, the saved state, the enforcement of that state, and then the services. The
 * router closes all of them.
 */
export async function openRouter(machine: Machine, options: RouterOptions): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const base = openBase(machine, options)
  const { log } = base

  const { isOther } = await closeFirst(machine)
  if (!isOther && !machine.owns(FIREWALL.table))
    log.note('sallyport: the kernel permits changes of the firewall by other programs; they are undone')
  const state = await openState(base, opened)
  const logs = await hasNflog(machine)
  if (!logs) log.note('sallyport: the kernel has no NFLOG (module nfnetlink_log): dropped packets are not reported')
  const enforcement = openEnforcement(base, state, { logs, isOther }, opened)
  await enforcement.pass.converge()
  enlargeTables(machine)
  await enforcement.pass.endForbidden()
  log.note('sallyport: enforcing: the firewall is loaded, and only permitted traffic passes')

  await keepRemainingTimes({ change: enforcement.change, clock: base.clock, onFailure: base.onFailure })
  await openServers(base, state, enforcement, opened)
  opened.use(log.subscribeTo(enforcement.bus))
  log.note('sallyport: answering: the app, addresses and names are served')
  showSetupNetwork(enforcement.network().frame, options.log)
  return opened.move()
}

/** Printed on the terminal only, and not in the log that the API returns: anyone who reads the passphrase may set up the router. */
function showSetupNetwork({ setup }: Frame, print: RouterOptions['log']): void {
  if (!setup) return
  print(`sallyport: to set up this router with a phone, join the wifi network ${SETUP_SSID}`)
  print(`sallyport: with the passphrase ${setup.passphrase} and open http://${SETUP_NAME}`)
}
