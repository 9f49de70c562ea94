import { linksSuite } from '../../router/drivers/links/suite.ts'
import { type Bench, driverSuite } from '../../router/drivers/suite.ts'
import { openLinux } from '../../router/machine/linux.ts'

/** The same suite as on the fake machine, in the network namespace of this test: both answer alike, or one is wrong. */
const open = async (): Promise<Bench> => {
  const machine = openLinux()
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
      machine[Symbol.dispose]()
    },
  }
}

/** Not every kernel knows 802.1Q; where this one does not, a virtual machine tells the rest (lab/vm). */
const knowsVlans = async (): Promise<boolean> => {
  await using bench = await open()
  await bench.plug('lan0')
  const [failure] = await bench.machine.changeLinks([
    { kind: 'vlan', link: 'lan0.7', present: true, parent: 'lan0', tag: 7 },
  ])
  return failure === undefined
}

const vlans = await knowsVlans()
driverSuite('kernel', open)
linksSuite('kernel', vlans, open)
