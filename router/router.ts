import { linksDriver } from './drivers/links/driver.ts'
import { closeFirst } from './drivers/nft/closed.ts'
import { nftDriver } from './drivers/nft/driver.ts'
import { openPass, type Pass } from './drivers/pass.ts'
import { resolverDriver } from './drivers/resolver/driver.ts'
import { savedLease, uplinkDriver } from './drivers/uplink/driver.ts'
import { openBus } from './events/bus.ts'
import { devices } from './features/devices/contract.ts'
import { openExpiry } from './features/devices/expiry.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import { dhcpSocket, subnet } from './features/dhcp/contract.ts'
import { openGrants } from './features/dhcp/grants.ts'
import { dhcpSocketHandlers, subnetHandlers } from './features/dhcp/handlers.ts'
import { dns } from './features/dns/contract.ts'
import { dnsHandlers } from './features/dns/handlers.ts'
import { firewall } from './features/firewall/contract.ts'
import { firewallHandlers } from './features/firewall/handlers.ts'
import { groups } from './features/groups/contract.ts'
import { groupHandlers } from './features/groups/handlers.ts'
import { links } from './features/links/contract.ts'
import { linkHandlers } from './features/links/handlers.ts'
import { setup } from './features/setup/contract.ts'
import { setupHandlers } from './features/setup/handlers.ts'
import { system } from './features/system/contract.ts'
import { systemHandlers } from './features/system/handlers.ts'
import { traffic } from './features/traffic/contract.ts'
import { trafficHandlers } from './features/traffic/handlers.ts'
import { uplink } from './features/uplink/contract.ts'
import { uplinkHandlers } from './features/uplink/handlers.ts'
import { wifiSocket } from './features/wifi/contract.ts'
import { wifiHandlers } from './features/wifi/handlers.ts'
import type { Machine } from './machine/machine.ts'
import { isFromPublicUplink, isOwnHost, unknownLinks } from './names.ts'
import { learnPresence } from './presence/learn.ts'
import { watchLinks } from './presence/links.ts'
import { openDhcpServer } from './servers/dhcp/server.ts'
import { openResolver } from './servers/dns/resolver.ts'
import { hashPassword } from './servers/http/password.ts'
import { serve } from './servers/http/routes.ts'
import { openHttp } from './servers/http/server.ts'
import { openSocketApi } from './servers/http/sockets.ts'
import { openDatabase } from './store/database.ts'
import { openLedger } from './store/ledger.ts'

export interface RouterOptions {
  readonly uplinks: readonly string[]
  readonly wired: readonly string[]
  readonly wireless: readonly string[]
  /** Where everything remembered is kept. */
  readonly data: string
  readonly port: number
  /** A unix socket for whoever stands at the router itself. */
  readonly local?: string | undefined
  readonly webRoot?: string | undefined
  /** PEM text of authorities that upstream resolvers may have their certificates from. */
  readonly authorities: readonly string[]
  readonly version: string
  readonly log: (line: string) => void
}

/** Every part, built once, in order: closed firewall, saved state, the machine put right, and only then services. */
export async function openRouter(machine: Machine, options: RouterOptions): Promise<AsyncDisposable> {
  const { data, log } = options
  await using opened = new AsyncDisposableStack()
  const onFailure = (what: string, error: unknown): void => log(`${what}: ${describe(error)}`)

  await closeFirst(machine)
  const database = opened.use(openDatabase(`${data}/state.db`))
  const ledger = openLedger()
  ledger.post(database.load())
  const { facts } = ledger

  const runDirectory = `${data}/run/${machine.readFile('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot'}`
  const links_ = unknownLinks(facts, options)
  const learned = await learnPresence(machine, facts)
  ledger.post(
    ledger.draw((draft) => {
      for (const link of links_) draft.interfaces.put(link.Name, link)
      learned(draft)
      for (const link of [...facts.interfaces.values(), ...links_]) {
        const lease = link.Type === 'Uplink' ? savedLease(machine, runDirectory, link.Name) : undefined
        if (lease) draft.uplinkLeases.put(link.Name, lease)
      }
    }),
  )

  const bus = openBus(onFailure)
  const resolver = opened.use(openResolver({ clock: machine.clock, bus, onFailure, authorities: options.authorities }))
  const learnUplink: Parameters<typeof uplinkDriver>[2] = (link, lease) =>
    void pass
      .change((draft) => (lease ? draft.uplinkLeases.put(link, lease) : draft.uplinkLeases.remove(link)))
      .catch((error) => onFailure(`the address of ${link} cannot be used`, error))
  const pass: Pass = opened.use(
    openPass({
      machine,
      ledger,
      database,
      bus,
      onFailure,
      drivers: [
        nftDriver(machine),
        linksDriver(machine),
        resolverDriver(resolver),
        opened.use(uplinkDriver(machine, runDirectory, learnUplink)),
      ],
    }),
  )
  const { change } = pass
  const network = () => pass.network
  await pass.converge()
  log('sallyport: enforcing')

  opened.use(
    watchLinks(machine, facts, change, (names) => {
      const { wired, uplinks } = pass.network.frame
      if (names.some((name) => wired.includes(name) || uplinks.some(({ link }) => link === name))) void pass.converge()
    }),
  )
  const grants = opened.use(openGrants({ facts, change, network, bus, clock: machine.clock }))
  opened.use(pass.watch((entries) => grants.learn(entries)))
  opened.use(openDhcpServer({ machine, facts, network, grants }))
  opened.use(openExpiry({ facts, change, bus, clock: machine.clock }))

  const wifiOperations = serve(wifiSocket, wifiHandlers({ facts, change, bus }))
  const dhcpOperations = serve(dhcpSocket, dhcpSocketHandlers({ grants, facts, change }))
  for (const [name, operations] of [
    ['wifi', wifiOperations],
    ['dhcp', dhcpOperations],
  ] as const)
    opened.use(await openSocketApi({ machine, bus, operations, path: `${data}/state/${name}/apisock`, mode: 0o600 }))

  const sampler = opened.use(trafficSampler({ machine, facts, bus }))
  opened.use(
    await openHttp({
      machine,
      bus,
      facts,
      port: options.port,
      ...(options.local ? { local: options.local } : {}),
      ...(options.webRoot ? { webRoot: options.webRoot } : {}),
      isOwnHost: (name) => isOwnHost(pass.network, name),
      isFromUplink: (address) => isFromPublicUplink(pass.network, address),
      described: [...Object.values(wifiSocket), ...Object.values(dhcpSocket)],
      operations: [
        ...serve(setup, setupHandlers({ facts, change, hash: hashPassword })),
        ...serve(system, systemHandlers({ facts, version: options.version })),
        ...serve(devices, deviceHandlers({ facts, change, bus, clock: machine.clock })),
        ...serve(groups, groupHandlers({ facts, change, bus })),
        ...serve(subnet, subnetHandlers({ facts, change })),
        ...serve(dns, dnsHandlers({ facts, change })),
        ...serve(links, linkHandlers({ facts, machine })),
        ...serve(uplink, uplinkHandlers({ facts, change })),
        ...serve(firewall, firewallHandlers({ facts, machine })),
        ...serve(traffic, trafficHandlers({ machine, facts, sampler })),
      ],
    }),
  )
  log('sallyport: answering')
  return opened.move()
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? ` (${describe(error.cause)})` : ''}` : String(error)
