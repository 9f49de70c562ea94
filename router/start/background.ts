import { randomBytes } from 'node:crypto'
import { addressesOf, ownNets } from '../compiler/ends.ts'
import type { Frame } from '../compiler/network.ts'
import { openTrail, type Trail } from '../features/access/audit/trail.ts'
import { type Confirmations, openConfirmations } from '../features/access/confirm/confirmation.ts'
import { openJournal, type UndoJournal } from '../features/access/undo/journal.ts'
import { openPacketEvents, type PacketEvents } from '../features/firewall/refused/log.ts'
import { announceMap } from '../features/home/devices/announce.ts'
import { openDeviceExpiry } from '../features/home/devices/expiry.ts'
import { type Grants, openGrants } from '../features/home/dhcp/grants.ts'
import { type DeviceKinds, openDeviceKinds } from '../features/home/kinds/kinds.ts'
import type { Phones } from '../features/home/phones/phones.ts'
import { openSetupEnd } from '../features/home/setup/end.ts'
import { openSetupLeases } from '../features/home/setup/leases.ts'
import { activeUplink, publicAddress } from '../features/internet/dyndns/address.ts'
import { openDdclient } from '../features/internet/dyndns/ddclient.ts'
import { type DynDns, openDynDns } from '../features/internet/dyndns/updates.ts'
import { openUplinkBook } from '../features/internet/uplinks/book.ts'
import { openSpeedTests, type SpeedTests } from '../features/internet/uplinks/speedtest.ts'
import { type UplinkWatch, watchUplinks } from '../features/internet/uplinks/watch.ts'
import { deriveSlowly } from '../features/machine/backup/archive.ts'
import { type Making, openMaking } from '../features/machine/backup/making.ts'
import { openRemoteFetching, type RemoteFetching } from '../features/machine/backup/remote/fetching.ts'
import { openRemoteBackups, type RemoteBackups } from '../features/machine/backup/remote/runs.ts'
import type { HealthWatch } from '../features/machine/health/history.ts'
import { machineName } from '../features/machine/info/hostname.ts'
import { zoneOf } from '../features/machine/localtime/zone.ts'
import { openPageViews, type PageViews } from '../features/machine/pageviews/count.ts'
import type { ReleaseWatch } from '../features/machine/releases/watch.ts'
import { openSynchronize, type Synchronize } from '../features/machine/time/synchronize.ts'
import { watchClock } from '../features/machine/time/watch.ts'
import { type Alerts, openAlerts } from '../features/messages/alerts/alerts.ts'
import { openDetectors } from '../features/messages/alerts/detectors/detectors.ts'
import { type EventStore, openEventStore } from '../features/messages/events/store.ts'
import type { Notifications } from '../features/messages/notify/notifications.ts'
import type { VapidKeys } from '../features/messages/notify/vapid.ts'
import { openPluginContainers, type PluginContainers } from '../features/plugins/installed/projects.ts'
import { type Lookup, openLookup } from '../features/traffic/lookup/lookup.ts'
import { watchTunnels } from '../features/vpn/tunnels/watch.ts'
import { watchPeers } from '../features/vpn/wireguard/watch.ts'
import { openSockets } from '../machine/sockets.ts'
import { roleOf } from '../model/access/credentials/user.ts'
import type { Superd } from '../model/plugins/installed/superd.ts'
import { watchLinkPresence } from '../presence/links.ts'
import { followRadios } from '../presence/radios.ts'
import { openDhcpServer } from '../servers/dhcp/server.ts'
import { type MulticastRelay, openMulticastRelay } from '../servers/multicast/relay.ts'
import { openEventThread } from '../store/events/thread.ts'
import { keepCopies } from '../store/hourly.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import { type Filtering, openFiltering } from './filtering.ts'
import { openHealth } from './health.ts'
import { type Integrations, openIntegrations } from './integrations.ts'
import { openAlertTargets } from './notifications.ts'
import { archiveDirectory } from './options.ts'
import type { State } from './state.ts'
import { startSuperd } from './superd.ts'
import { openTraffic, type Traffic } from './traffic.ts'
import { openWifi, type Wifi } from './wifi.ts'

/** Tasks that run without an API call: the DHCP server, expiries, and measurements of traffic and uplinks. */
export interface Background extends Filtering, Integrations, Traffic, Wifi {
  readonly alerts: Alerts
  readonly grants: Grants
  readonly trail: Trail
  readonly journal: UndoJournal
  readonly confirmations: Confirmations
  readonly kinds: DeviceKinds
  readonly packetLog: PacketEvents
  readonly eventStore: EventStore
  readonly lookup: Lookup
  readonly uplinkWatch: UplinkWatch
  readonly speedTests: SpeedTests
  readonly dyndns: DynDns
  readonly notifications: Notifications
  readonly vapidKeys: () => Promise<VapidKeys>
  readonly releases: ReleaseWatch
  readonly healthWatch: HealthWatch
  readonly making: Making
  readonly remoteBackups: RemoteBackups
  readonly remoteFetching: RemoteFetching
  readonly phones: Phones
  readonly pageViews: PageViews
  readonly superd: Superd
  readonly projects: PluginContainers
  readonly relay: MulticastRelay
  readonly synchronize: Synchronize
}

export function openBackground(
  base: Base,
  state: State,
  enforcement: Enforcement,
  opened: AsyncDisposableStack,
): Background {
  const { machine, clock, options, onFailure } = base
  const { facts, database, history, vault, runDirectory } = state
  const { pass, change, watch, network, memberAt, bus, radio, wireguard, resolver, resolve } = enforcement
  const { authorities, data, minuteMs } = options
  const storage = openEventThread({ path: `${data}/events.db`, clock, onFailure })
  const eventStore = opened.use(openEventStore({ facts, bus, clock, storage, onFailure }))
  opened.use(watch(eventStore.learn))
  opened.use(keepCopies({ database, clock, between: pass.between, onFailure }))
  opened.use(
    watchLinkPresence({
      machine,
      facts,
      change,
      changed(names) {
        radio.learnLinks(facts.links.values())
        const lasting = lastingLinks(network().frame)
        if (names.some((name) => lasting.includes(name))) void pass.converge()
      },
      onFailure,
    }),
  )
  void change(followRadios).catch((error) => onFailure('radios could not be recognized', error))
  opened.use(machineName({ machine, facts }).keep(watch, onFailure))
  const trail = openTrail({ database: history, clock, bus })
  opened.use(watch(trail.record))
  const journal = openJournal({
    clock,
    newId: () => randomBytes(4).toString('hex'),
    mayUndo: ({ name, kind }) => (kind === 'user' ? roleOf(facts.users.get(name)) === 'owner' : kind !== 'anonymous'),
  })
  opened.use(watch(journal.record))
  const alerts = opened.use(openAlerts({ facts, change, bus, clock, onFailure }))
  opened.use(watch(alerts.learn))
  const confirmations = opened.use(openConfirmations({ facts, change, bus, clock }))

  const grants = opened.use(openGrants({ machine, facts, change, network, drift: () => pass.drift, bus, clock }))
  opened.use(watch((entries) => grants.learn(entries)))
  const setupLeases = openSetupLeases({ facts, change, network, drift: () => pass.drift })
  const dhcp = opened.use(openDhcpServer({ machine, facts, network, grants, setupLeases, clock }))
  opened.use(watch((entries) => dhcp.learn(entries)))
  const setupEnd = opened.use(openSetupEnd({ facts, change, clock, minuteMs, onFailure }))
  opened.use(watch(setupEnd.learn))
  const wifi = openWifi(base, state, enforcement, opened)
  opened.use(watchPeers({ facts, change, clock, bus, show: wireguard.show, onFailure }))
  const tunnelWatch = opened.use(
    watchTunnels({
      ...{ facts, change, machine, bus, onFailure },
      show: wireguard.show,
      lookUp: resolver.lookUp,
      around: () => ({ home: ownNets(network().frame), own: network().frame.uplinks.flatMap(addressesOf) }),
    }),
  )
  opened.use(watch(tunnelWatch.learn))
  const relay = opened.use(openMulticastRelay({ machine, facts, network, memberAt, bus, onFailure }))
  opened.use(watch((entries) => relay.learn(entries)))
  opened.use(openDeviceExpiry({ facts, change, bus, clock }))
  opened.use(announceMap({ bus, facts, clock }))

  const filtering = openFiltering(base, state, enforcement, opened)
  const { dnsLog } = filtering
  const lookup = openLookup({ machine, path: options.lookupFile })
  const kinds = opened.use(
    openDeviceKinds({
      ...{ facts, bus, clock },
      saved: history.keyValueLog('signals'),
      vendorOf: lookup.vendorOf,
      namesOf: dnsLog.namesOf,
    }),
  )
  opened.use(watch(kinds.learn))
  const packetLog = opened.use(
    openPacketEvents({
      ...{ machine, facts, memberAt, network, bus, lookedUpName: dnsLog.lookedUpName, onFailure },
      moment: () => ({ now: clock.now(), zone: zoneOf(facts) }),
    }),
  )
  opened.use(watch(packetLog.learn))

  const traffic = openTraffic(base, state, enforcement, { lookup, dnsLog }, opened)
  const { sampler } = traffic
  const uplinks = () => network().frame.uplinks
  const book = openUplinkBook(history)
  const uplinkWatch = opened.use(watchUplinks({ facts, change, uplinks, machine, book, bus, onFailure }))
  opened.use(watch((entries) => uplinkWatch.learn(entries)))
  const speedTests = openSpeedTests({ machine, resolve, bus, authorities })
  const reached = { uplinks, machine, resolve, authorities }
  const dyndns = opened.use(
    openDynDns({
      ...{ facts, change, vault, clock, bus, onFailure },
      uplink: () => JSON.stringify(activeUplink(uplinks()) ?? {}),
      addressOf: (settings) => publicAddress(reached, settings),
      publish: openDdclient({ machine, resolve, authorities, directory: runDirectory }),
    }),
  )
  opened.use(watch((entries) => dyndns.learn(entries)))
  const integrations = openIntegrations(base, state, enforcement, { sampler, uplinkWatch }, opened)
  const making = openMaking({
    ...{ machine, facts, change, vault, deriveKey: deriveSlowly },
    ...{ directory: archiveDirectory(options), release: options.version },
  })
  const remoteBackups = opened.use(
    openRemoteBackups({ ...{ machine, facts, change, vault, clock, bus, making, onFailure }, resolve, authorities }),
  )
  const remoteFetching = openRemoteFetching({ machine, facts, vault, making, resolve, authorities })
  const timeServers = { sockets: openSockets([]), nonce: () => randomBytes(8) }
  const synchronize = openSynchronize({ machine, facts, resolver, ...timeServers })
  const clockWatch = opened.use(watchClock({ clock, bus, atStart: state.clockAtStart, synchronize, onFailure }))
  const { releases, healthWatch } = openHealth(base, state, enforcement, clockWatch, opened)
  const isUplink = (link: string): boolean => uplinks().some((uplink) => uplink.link === link)
  opened.use(openDetectors({ machine, facts, bus, history, sampler, isUplink, onFailure, minuteMs }))
  const { notifications, vapidKeys, phones } = openAlertTargets(
    base,
    state,
    enforcement,
    { alerts, mqtt: integrations.mqtt },
    opened,
  )
  const pageViews = opened.use(openPageViews({ history, clock }))
  const superd = opened.use(startSuperd(base, enforcement))
  const projects = opened.use(openPluginContainers({ facts, clock, bus, machine, superd, data, onFailure }))
  opened.use(watch(projects.learn))
  return {
    alerts,
    grants,
    trail,
    journal,
    confirmations,
    kinds,
    packetLog,
    eventStore,
    lookup,
    uplinkWatch,
    speedTests,
    dyndns,
    releases,
    healthWatch,
    making,
    remoteBackups,
    remoteFetching,
    ...filtering,
    ...traffic,
    ...integrations,
    ...wifi,
    notifications,
    vapidKeys,
    phones,
    pageViews,
    superd,
    projects,
    relay,
    synchronize,
  }
}

/** Links that do not depend on a device. When one is removed and added again, the kernel has lost its settings. */
const lastingLinks = ({ wired, uplinks, sessions, tunnels, vlans, customs }: Frame): string[] => [
  ...wired,
  ...uplinks.map(({ link }) => link),
  ...sessions.map(({ carrier }) => carrier),
  ...tunnels.map(({ link }) => link),
  ...vlans.map(({ parent }) => parent),
  ...customs.map(({ link }) => link),
]
