import { driverSuite } from '../../router/drivers/suite.ts'
import { openLinux } from '../../router/machine/linux.ts'

/** The same suite as on the fake machine, in the network namespace of this test: both answer alike, or one is wrong. */
driverSuite('kernel', async () => {
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
})
