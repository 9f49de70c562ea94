import { randomBytes } from 'node:crypto'
import { type Namespace, openNamespace } from './namespace.ts'

/** One end of a cable: a link of this name in that namespace, with this hardware address if it matters. */
export interface Plug {
  readonly namespace: Namespace
  readonly link: string
  readonly mac?: string
}

const spell = ({ link, mac }: Plug): string => (mac ? `name ${link} address ${mac}` : `name ${link}`)

/** A veth pair, with both ends up. Deleting either link deletes the other. */
export async function connect(a: Plug, b: Plug): Promise<void> {
  await a.namespace.ip(
    `link add ${spell(a)} type veth peer ${spell(b)} netns ${b.namespace.pid}`,
    `link set ${a.link} up`,
  )
  await b.namespace.ip(`link set ${b.link} up`)
}

/** A bridge without VLANs. */
export interface Switch {
  readonly namespace: Namespace
  /** Returns the name of the port, a link of `namespace`. */
  plug(end: Plug): Promise<string>
  unplug(end: Plug): Promise<void>
}

/** Creates a switch in an existing namespace; `link` is the bridge's name. */
export async function addSwitch(namespace: Namespace, link: string): Promise<Switch> {
  // An address that is set stays: otherwise it is the lowest one of the ports, and a new port could change it.
  const address = `02:${randomBytes(5).toString('hex').match(/../g)!.join(':')}`
  const bridge = `link add ${link} address ${address} type bridge mcast_snooping 0 forward_delay 0`
  await namespace.ip(bridge, `link set ${link} up`)
  let ports = 0
  return {
    namespace,
    async plug(end) {
      const port = `${link}-${++ports}`
      await connect({ namespace, link: port }, end)
      await namespace.ip(`link set ${port} master ${link}`)
      return port
    },
    unplug: (end) => end.namespace.ip(`link delete ${end.link}`),
  }
}

/** Creates a switch in its own namespace. */
export async function openSwitch(name: string, dir: string): Promise<Switch> {
  return await addSwitch(await openNamespace(name, dir), 'switch')
}
