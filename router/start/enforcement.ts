import { createHash } from 'node:crypto'
import type { MemberAt } from '../compiler/ends.ts'
import type { Network } from '../compiler/network.ts'
import { type HttpsDriver, httpsDriver } from '../drivers/https/driver.ts'
import { linksDriver } from '../drivers/links/driver.ts'
import { nftDriver } from '../drivers/nft/driver.ts'
import { type PppDriver, pppDriver } from '../drivers/ppp/driver.ts'
import { type RadioDriver, radioDriver } from '../drivers/radio/driver.ts'
import { resolverDriver } from '../drivers/resolver/driver.ts'
import { type SupplicantDriver, supplicantDriver } from '../drivers/supplicant/driver.ts'
import { uplinkDriver } from '../drivers/uplink/driver.ts'
import { type WireguardDriver, wireguardDriver } from '../drivers/wireguard/driver.ts'
import { type Bus, openBus } from '../events/bus.ts'
import { openDiskFailures } from '../events/diskfailures.ts'
import { loadBlockTable } from '../features/dns/blocklists/start.ts'
import { openDestinations } from '../features/dns/names/destination.ts'
import type { Resolve } from '../model/dns/names/found.ts'
import { openPass, type Pass } from '../pass/pass.ts'
import { uplinkReports } from '../presence/watch/uplinks.ts'
import { openResolver, type Resolver } from '../servers/dns/resolver.ts'
import type { Change } from '../store/facts.ts'
import type { Base } from './base.ts'
import type { RouterOptions } from './options.ts'
import type { State } from './state.ts'

/** The pass, through which facts are changed and applied to the machine, with its compiler and drivers. */
export interface Enforcement {
  readonly bus: Bus
  readonly resolver: Resolver
  /** Addresses of servers that settings name. */
  readonly resolve: Resolve
  /** The compiled block lists that the resolver uses. */
  readonly blockTable: ReturnType<typeof loadBlockTable>
  readonly https: HttpsDriver
  readonly ppp: PppDriver
  readonly radio: RadioDriver
  readonly supplicant: SupplicantDriver
  readonly wireguard: WireguardDriver
  readonly pass: Pass
  readonly change: Change
  readonly watch: Pass['watch']
  /** The desired state of the machine. */
  readonly network: () => Network
  readonly memberAt: MemberAt
}

/** The control sockets of access points: their paths are limited to 107 bytes, which the data directory may exceed. */
const controlDirectory = ({ data }: Pick<RouterOptions, 'data'>): string =>
  `/run/sallyport/${createHash('sha256').update(data).digest('hex').slice(0, 12)}`

/** `logs`: the kernel can log packets. `isOther`: the table of the firewall must be replaced. */
export function openEnforcement(
  base: Base,
  state: State,
  nft: { readonly logs: boolean; readonly isOther: boolean },
  opened: AsyncDisposableStack,
): Enforcement {
  const { machine, clock, options, onFailure } = base
  const { database, ledger, facts, vault, runDirectory } = state
  const bus = openBus((error, topic) => onFailure(`a listener to ${topic} failed`, error))
  const { authorities, dnsThreads: threads, dnsProgram: program } = options
  const resolver = opened.use(openResolver({ clock, bus, onFailure, authorities, threads, program }))
  const blockTable = loadBlockTable({ machine, data: options.data }, resolver.useTable)

  const reports = uplinkReports({
    facts,
    change: (edit) => change(edit),
    nets: () => pass.network.frame.nets,
    onFailure,
  })
  const uplinks = opened.use(uplinkDriver(machine, runDirectory, (link) => facts.links.get(link), reports.lease))
  const https = httpsDriver(vault)
  const radio = opened.use(radioDriver(machine, runDirectory, controlDirectory(options)))
  const ppp = opened.use(pppDriver(machine, runDirectory, { lease: reports.sessionLease, state: reports.state }))
  const supplicant = opened.use(
    supplicantDriver(
      machine,
      runDirectory,
      `${controlDirectory(options)}/wpa`,
      (link) => facts.links.get(link)?.index,
      reports.state,
    ),
  )
  const wireguard = wireguardDriver(machine, vault, controlDirectory(options))
  const drivers = [
    nftDriver(machine, nft),
    // Before the driver that gives its links their addresses.
    wireguard,
    linksDriver(machine),
    resolverDriver(resolver),
    uplinks,
    ppp,
    radio,
    supplicant,
    https,
  ]
  const pass: Pass = opened.use(openPass({ machine, ledger, database, drivers, bus, onFailure }))
  const { watch, memberAt } = pass
  const reportDisk = openDiskFailures({ bus, clock })
  base.watchFailures(reportDisk)
  const change: Change = (edit) =>
    pass.change(edit).catch((error) => {
      reportDisk('a change', error)
      throw error
    })
  const network = () => pass.network
  return {
    bus,
    resolver,
    resolve: openDestinations({ facts, network, resolver }),
    blockTable,
    https,
    ppp,
    radio,
    supplicant,
    wireguard,
    pass,
    change,
    watch,
    network,
    memberAt,
  }
}
