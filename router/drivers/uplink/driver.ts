import type { Frame } from '../../compiler/network.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Child, Clock, Machine } from '../../machine/machine.ts'
import { routerFile } from '../../machine/place.ts'
import type { Link, UplinkLease } from '../../presence/tables.ts'
import type { Mac } from '../../values/mac.ts'
import { type Driver, type Items, itemOf } from '../driver.ts'
import { leaseFile, parseLease } from '../lease.ts'

const SCRIPT = routerFile('drivers/uplink/udhcpc-script')
const RESTART_MS = 2000

/** The client ends with this process in any case: setpriv(1). */
const UNTIL_WE_END = ['setpriv', '--pdeathsig', 'TERM', '--']

/** The lease of an uplink before this process started: its connections continue over a restart of the router. */
export const savedLease = (
  machine: Pick<Machine, 'readFile'>,
  runDirectory: string,
  link: string,
): UplinkLease | undefined => parseLease(link, machine.readFile(leaseFile(runDirectory, link)) ?? '').lease

/** The present state of a link. */
type LinkNow = Pick<Link, 'index' | 'up'>

/** A DHCP client on a link. */
interface ClientItem {
  readonly kind: 'client'
  readonly link: string
  /** The MAC address to set on the link; empty for its permanent one. */
  readonly mac: Mac | ''
  /** The wifi network that the link has joined, or had last; empty for a cable. */
  readonly network: string
}

interface Running {
  /** The link's index when the client was started. */
  readonly index: number | undefined
  /** A provider treats another MAC address as another customer. */
  readonly item: ClientItem
  readonly child: Child
  readonly watcher: Disposable
  /** The carrier was lost since then: the link may be connected to another provider. */
  wasOut: boolean
}

/**
 * A DHCP client for each uplink with DHCP: Debian's udhcpc, which requests and renews the lease, and reports through its script. It
 * configures nothing itself. The lease becomes a fact (`learn`), which the links driver applies.
 */
export function uplinkDriver(
  machine: Pick<Machine, 'spawn' | 'readFile' | 'watchFile'> & { readonly clock: Clock },
  runDirectory: string,
  linkNow: (link: string) => LinkNow | undefined,
  learn: (link: string, lease: UplinkLease | undefined) => void,
): Driver<ClientItem> & Disposable {
  const clients = new Map<string, Running>()

  const start = (item: ClientItem): void => {
    const { link } = item
    const file = leaseFile(runDirectory, link)
    let isBound = false
    const watcher = machine.watchFile(file, () => {
      const { event, lease } = parseLease(link, machine.readFile(file) ?? '')
      // Its first report is always `deconfig`, which must not remove the lease of a restarted router.
      if (event !== 'deconfig' || isBound) learn(link, lease)
      isBound ||= event !== 'deconfig'
    })
    const child = machine.spawn(
      [
        ...UNTIL_WE_END,
        'udhcpc',
        '-f',
        '-i',
        link,
        '-s',
        SCRIPT,
        '-O',
        'staticroutes',
        '-O',
        'ntpsrv',
        '-t',
        '5',
        '-T',
        '2',
        '-A',
        '5',
      ],
      { env: { LEASE_FILE: file } },
    )
    const running = { index: linkNow(link)?.index, item, child, watcher, wasOut: false }
    clients.set(link, running)
    child.exited.then(() => {
      watcher[Symbol.dispose]()
      if (clients.get(link) !== running) return
      clients.delete(link)
      // The client exits if its link is missing. It is restarted as long as the uplink needs it.
      machine.clock.after(RESTART_MS, () => {
        const now = wanted.get(link)
        if (now && !clients.has(link)) start(now)
      })
    })
  }
  const stop = (link: string): void => {
    const running = clients.get(link)
    clients.delete(link)
    running?.child[Symbol.dispose]()
  }
  const wanted = new Map<string, ClientItem>()

  return {
    name: 'uplink',
    frame: clientItems,
    member: () => new Map(),
    async read() {
      for (const [link, running] of clients) if (isStale(running, linkNow(link))) stop(link)
      return byKey([...clients.values()].map(({ item }) => item))
    },
    async apply(steps): Promise<Drift[]> {
      for (const step of steps) {
        const { link } = itemOf(step)
        stop(link)
        // The address was leased by another provider.
        if (step.had?.network && step.value && step.had.network !== step.value.network) learn(link, undefined)
        if (step.value) {
          wanted.set(link, step.value)
          start(step.value)
        } else {
          wanted.delete(link)
          learn(link, undefined)
        }
      }
      return []
    },
    [Symbol.dispose]() {
      wanted.clear()
      for (const link of [...clients.keys()]) stop(link)
    },
  }
}

function clientItems({ uplinks, readdressed }: Frame): Items<ClientItem> {
  const macOf = new Map(readdressed.map(({ link, mac }) => [link, mac]))
  const clients = uplinks.filter(({ dhcp }) => dhcp)
  return byKey(clients.map(({ link, network }) => ({ kind: 'client', link, mac: macOf.get(link) ?? '', network })))
}

const byKey = (items: readonly ClientItem[]): Items<ClientItem> =>
  new Map(items.map((item) => [`client ${item.link}`, item]))

/**
 * A client is bound to the link on which it was started: it receives nothing from a new link of the same name. And it renews only
 * after half its lease, even if the cable was changed.
 */
function isStale(running: Running, now: LinkNow | undefined): boolean {
  if (!now) return false
  if (!now.up) running.wasOut = true
  return now.index !== running.index || (now.up && running.wasOut)
}
