import type { Home } from '../home/home.ts'

/** A switch that keeps its ports apart: what a device sends goes to the router with the tag of the port, and to nobody else. */
export interface ManagedSwitch {
  /** From now on this port belongs to that tag; 1, as out of the box, goes to the router without a tag. */
  assign(port: string, tag: number): Promise<void>
}

/** Have the switch of a home heed tags. Its port to the router carries them. */
export async function manage({ switch: { namespace }, lanPort }: Home): Promise<ManagedSwitch> {
  const vlan = (verb: 'add' | 'del', port: string, tag: number, ...manner: string[]) =>
    namespace.run(['bridge', 'vlan', verb, 'dev', port, 'vid', String(tag), ...manner])
  await namespace.ip('link set switch type bridge vlan_filtering 1')
  const tags = new Map<string, number>()
  return {
    async assign(port, tag) {
      await vlan('del', port, tags.get(port) ?? 1)
      await vlan('add', port, tag, 'pvid', 'untagged')
      if (tag !== 1) await vlan('add', lanPort, tag)
      tags.set(port, tag)
    },
  }
}
