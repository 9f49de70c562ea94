import type { Home } from '../home/home.ts'

/** A managed switch: frames of a device are sent only to the router, with the VLAN tag of the port. */
export interface ManagedSwitch {
  /** Sets the VLAN of a port; 1, the default, is sent to the router untagged. */
  assign(port: string, tag: number): Promise<void>
}

/** Makes the switch of a home VLAN-aware, with its port to the router as the trunk. */
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
