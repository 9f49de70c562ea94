import type { Machine } from '../../../machine/machine.ts'
import { sharing } from '../../../machine/sharing.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { uplinkLink } from '../../../model/internet/links/interface.ts'
import type { Flow, Whereabouts } from '../../../model/traffic/flows/flow.ts'
import type { Facts } from '../../../store/facts.ts'
import { containsIp } from '../../../values/subnet.ts'
import { Flows, type OnBytes } from './flows.ts'
import type { Owners } from './owners.ts'

const MINUTE_MS = 60_000

export interface FlowWatch extends Disposable {
  /** The flows of the last hour, after one more look. Throws `Refused` and `Unavailable` when the kernel gives none. */
  now(): Promise<readonly Flow[]>
}

/** Looks at the kernel's connections once a minute, so that those that end are remembered. */
export function watchFlows({
  machine,
  facts,
  owners,
  lookedUpName,
  onBytes,
}: {
  readonly machine: Pick<Machine, 'connections' | 'clock'>
  readonly facts: Facts
  readonly owners: Pick<Owners, 'numberOf' | 'addressOf'>
  /** The name by which a device looked up an address; empty if it did not. */
  readonly lookedUpName: (device: string, address: string) => string
  readonly onBytes?: OnBytes | undefined
}): FlowWatch {
  const { clock } = machine
  const flows = new Flows(owners, onBytes)
  let closed = false
  let timer: Disposable | undefined
  let looking: Promise<void> | undefined

  // One sample serves all concurrent calls, and samples are never reordered.
  const look = (): Promise<void> => {
    looking ??= flows.look(machine.connections('all'), whereabouts(facts), clock.now()).finally(() => {
      looking = undefined
    })
    return looking
  }
  const keepLooking = async (): Promise<void> => {
    // A failed sample is skipped; a call that waits for it gets the error.
    await look().catch(() => undefined)
    if (!closed) timer = clock.after(MINUTE_MS, () => void keepLooking())
  }

  void keepLooking()
  return {
    now: sharing(async () => {
      await look()
      return flows.list(clock.now(), lookedUpName)
    }),
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}

/** Where addresses are, by what is remembered and who is here. */
function whereabouts(facts: Facts): Whereabouts {
  const nets = [facts.setting('subnet'), ...facts.setting('formerSubnets')].flatMap(tinyNets)
  const uplinks = [...facts.interfaces.values()].filter(({ Type }) => Type === 'Uplink')
  const linkByAddress = new Map(
    uplinks.map((uplink) => {
      const link = uplinkLink(uplink)
      const address = uplink.DisableDHCP ? uplink.IP : facts.uplinkLeases.get(link)?.address
      return [address?.split('/')[0], link]
    }),
  )
  const first = uplinks.find(({ Enabled }) => Enabled) ?? uplinks[0]
  return {
    deviceLink(ip) {
      const device = facts.devices.by('RecentIP', ip)
      // One that has just left still has connections.
      return device && (facts.leases.get(device.MAC)?.link ?? device.DHCPLastInterface)
    },
    isLocal: (ip) => nets.some((net) => containsIp(net, ip)),
    uplink: (ip) => linkByAddress.get(ip) ?? (first ? uplinkLink(first) : ''),
  }
}
