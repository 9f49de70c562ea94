import { enlargeConnectionTable } from './drivers/conntrack-size.ts'
import { closeFirst } from './drivers/nft/closed.ts'
import type { Machine } from './machine/machine.ts'
import type { RouterOptions } from './options.ts'
import { openEnforcement } from './parts/enforcement.ts'
import { layGround } from './parts/ground.ts'
import { openServices } from './parts/services.ts'
import { openStores } from './parts/stores.ts'
import { openUpkeep } from './parts/upkeep.ts'

/**
 * Every part, built once, in order: closed firewall, saved state, the machine put right, and only then services. Each step
 * takes what the earlier ones have opened, and closes with the router.
 */
export async function openRouter(machine: Machine, options: RouterOptions): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const ground = layGround(machine, options)
  const { log } = ground

  await closeFirst(machine)
  const stores = await openStores(ground, opened)
  const enforcement = openEnforcement({ ...ground, ...stores }, opened)
  await enforcement.pass.converge()
  enlargeConnectionTable(machine)
  await enforcement.pass.endForbidden()
  log.note('sallyport: enforcing: what is allowed passes, and nothing else')

  const upkeep = openUpkeep({ ...ground, ...stores, ...enforcement }, opened)
  await openServices({ ...ground, ...stores, ...enforcement, ...upkeep }, opened)
  opened.use(log.hear(enforcement.bus))
  log.note('sallyport: answering: the app, addresses and names are served')
  return opened.move()
}
