import type { Bench } from '../../router/drivers/bench.fixture.ts'
import { openLinux } from '../../router/machine/linux.ts'

/** The kernel as a test bench for drivers, in the network namespace of this process, which must not be shared. */
export async function openKernel(): Promise<Bench> {
  // Its tests change the table as another program would.
  const machine = openLinux({ isShared: true })
  const plugged = new Set<string>()
  const unplug = async (link: string): Promise<void> => {
    plugged.delete(link)
    await machine.run(['ip', 'link', 'delete', link])
  }
  return {
    machine,
    async plug(link) {
      plugged.add(link)
      await machine.run(['ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', `far${plugged.size}`])
      await machine.run(['ip', 'link', 'set', link, 'up'])
    },
    unplug,
    async [Symbol.asyncDispose]() {
      for (const link of plugged) await unplug(link)
      await machine.run(['ip', 'link', 'delete', 'sprloop']).catch(() => undefined)
      await machine.nft('add table inet sallyport\ndelete table inet sallyport')
      await machine[Symbol.asyncDispose]()
    },
  }
}

/** Not every kernel has 802.1Q. */
export async function knowsVlans(): Promise<boolean> {
  await using bench = await openKernel()
  await bench.plug('lan0')
  const [failure] = await bench.machine.changeLinks([
    { kind: 'vlan', link: 'lan0.7', present: true, parent: 'lan0', tag: 7 },
  ])
  return failure === undefined
}
