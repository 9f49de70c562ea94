import { randomBytes } from 'node:crypto'
import { auditHandlers } from './features/access/audit/handlers.ts'
import { confirmHandlers } from './features/access/confirm/handlers.ts'
import { openCodes } from './features/access/credentials/codes.ts'
import { openNewSessions } from './features/access/credentials/newsessions.ts'
import { otpHandlers } from './features/access/credentials/otp.ts'
import { passkeyHandlers } from './features/access/credentials/passkeys.ts'
import type { Proofs } from './features/access/credentials/proofs.ts'
import { recoveryHandlers } from './features/access/credentials/recover.ts'
import { recoveryCodeHandlers } from './features/access/credentials/recoverycodes.ts'
import { sessionHandlers } from './features/access/credentials/sessions.ts'
import type { SessionUse } from './features/access/credentials/sessionuse.ts'
import { tokenHandlers } from './features/access/credentials/tokens.ts'
import { sshKeyHandlers } from './features/access/sshkeys/handlers.ts'
import { undoHandlers } from './features/access/undo/handlers.ts'
import { userHandlers } from './features/access/users/handlers.ts'
import { limitedHandler } from './features/access/users/limits.ts'
import { dnsBlockHandlers } from './features/dns/blocklists/handlers.ts'
import { nameHandlers } from './features/dns/names/handlers.ts'
import { dnsLogHandlers } from './features/dns/querylog/handlers.ts'
import { dnsHandlers } from './features/dns/resolvers/handlers.ts'
import { firewallHandlers } from './features/firewall/config/handlers.ts'
import { explainHandlers } from './features/firewall/explain/handlers.ts'
import { geoBlockHandlers } from './features/firewall/geoblock/handlers.ts'
import { multicastHandlers } from './features/firewall/multicast/handlers.ts'
import { previewHandlers } from './features/firewall/preview/handlers.ts'
import { packetLogHandlers } from './features/firewall/refused/handlers.ts'
import { pfwHandlers } from './features/firewall/rules/handlers.ts'
import { networksFrom } from './features/firewall/rules/networks.ts'
import { deviceHandlers } from './features/home/devices/handlers.ts'
import { dhcpSocketHandlers, subnetHandlers } from './features/home/dhcp/handlers.ts'
import { groupHandlers } from './features/home/groups/handlers.ts'
import { guestHandlers } from './features/home/guests/handlers.ts'
import { classificationHandlers } from './features/home/kinds/handlers.ts'
import { lostDeviceHandlers } from './features/home/lostdevice/handlers.ts'
import { topologyHandlers } from './features/home/map/handlers.ts'
import { openPluginGraphs } from './features/home/map/plugingraph.ts'
import { phoneHandlers } from './features/home/phones/handlers.ts'
import { parentalHandlers } from './features/home/schedules/handlers.ts'
import { setupHandlers } from './features/home/setup/handlers.ts'
import { uplinkHandlers } from './features/internet/connection/handlers.ts'
import { dyndnsHandlers } from './features/internet/dyndns/handlers.ts'
import { linkHandlers } from './features/internet/links/handlers.ts'
import { pppHandlers } from './features/internet/ppp/handlers.ts'
import { speedtestHandlers } from './features/internet/speedtest/handlers.ts'
import { wanHandlers } from './features/internet/uplinks/handlers.ts'
import { deriveSlowly } from './features/machine/backup/archive.ts'
import { backupHandlers } from './features/machine/backup/handlers.ts'
import { remoteBackupHandlers } from './features/machine/backup/remote/handlers.ts'
import { captureHandlers } from './features/machine/capture/handlers.ts'
import { diagnosticsHandlers } from './features/machine/diagnostics/handlers.ts'
import { healthHandlers } from './features/machine/health/handlers.ts'
import { infoHandlers } from './features/machine/info/handlers.ts'
import { zoneOf } from './features/machine/localtime/zone.ts'
import { logHandlers } from './features/machine/logs/handlers.ts'
import { type Collector, metricHandlers } from './features/machine/metrics/handlers.ts'
import { pageViewHandlers } from './features/machine/pageviews/handlers.ts'
import { releaseHandlers } from './features/machine/releases/handlers.ts'
import { serviceHandlers } from './features/machine/services/handlers.ts'
import { systemHandlers } from './features/machine/system/handlers.ts'
import { timeHandlers } from './features/machine/time/handlers.ts'
import { tlsHandlers } from './features/machine/tls/handlers.ts'
import { alertHandlers } from './features/messages/alerts/handlers.ts'
import { type AutomationParts, automationHandlers } from './features/messages/automations/handlers.ts'
import { eventHandlers } from './features/messages/events/handlers.ts'
import { integrationHandlers } from './features/messages/integrations/handlers.ts'
import { notifyHandlers } from './features/messages/notify/handlers.ts'
import { clientHandlers } from './features/plugins/clients/handlers.ts'
import { pluginHandlers } from './features/plugins/installed/handlers.ts'
import { uiSessionHandlers } from './features/plugins/installed/uihandlers.ts'
import type { UiSessions } from './features/plugins/installed/uisessions.ts'
import { plusHandlers } from './features/plugins/plus/handlers.ts'
import { openLicences } from './features/plugins/plus/licence.ts'
import { trafficHandlers } from './features/traffic/flows/handlers.ts'
import { lookupHandlers } from './features/traffic/lookup/handlers.ts'
import { usageHandlers } from './features/traffic/usage/handlers.ts'
import { siteHandlers } from './features/vpn/sites/handlers.ts'
import { tunnelHandlers } from './features/vpn/tunnels/handlers.ts'
import { vpnHandlers, vpnSocketHandlers } from './features/vpn/wireguard/handlers.ts'
import { wifiFailureHandlers, wifiHandlers } from './features/wifi/admission/handlers.ts'
import { radioHandlers } from './features/wifi/radios/handlers.ts'
import { radioStateHandlers } from './features/wifi/radiostate/handlers.ts'
import { stationHandlers } from './features/wifi/stations/handlers.ts'
import { ADMIN } from './model/access/credentials/onetime.ts'
import type { Details, Handler } from './model/operation.ts'
import { contracts, socketContracts } from './model/operations.ts'
import { plusEnabled } from './model/plugins/plus/extensions.ts'
import { openAttempts } from './servers/http/auth/attempts.ts'
import { hashPassword, matchesPassword } from './servers/http/auth/password.ts'
import { openPasswords } from './servers/http/auth/passwords.ts'
import { type ServedOperation, serve } from './servers/http/routes.ts'
import type { Background } from './start/background.ts'
import type { Base } from './start/base.ts'
import type { Enforcement } from './start/enforcement.ts'
import type { State } from './start/state.ts'

/** Every contract with its handlers, and what each of them needs: the API, and the sockets of helpers on this machine. */
export function listOperations(
  { machine, clock, options, readLog }: Base,
  { facts, ledger, vault }: State,
  { pass, change, network, memberAt, bus, resolver, resolve, ppp, radio, supplicant, wireguard }: Enforcement,
  {
    trail,
    journal,
    confirmations,
    grants,
    blockLists,
    geoBlock,
    dnsLog,
    kinds,
    packetLog,
    eventStore,
    relay,
    stations,
    stationReadings,
    stationHistory,
    failures,
    sampler,
    flows,
    rollup,
    owners,
    lookup,
    uplinkWatch,
    speedTests,
    dyndns,
    releases,
    healthWatch,
    making,
    remoteBackups,
    remoteFetching,
    mqtt,
    nats,
    syslog,
    notifications,
    vapidKeys,
    phones,
    pageViews,
    superd,
    projects,
    synchronize,
  }: Background,
  proofs: Proofs,
  uiSessions: UiSessions,
  sessionUse: SessionUse,
  collectors: readonly Collector[],
  automationParts: AutomationParts,
) {
  const { version, restart, turnOff, port, securePort } = options
  const { guard } = confirmations
  const { lookUp } = resolver
  const zone = () => zoneOf(facts)
  const { announced } = relay
  const hash = hashPassword
  const codes = openCodes({ facts, change, bus, clock, vault })
  const newSessions = openNewSessions({ change, clock, sessionUse })
  const attempts = openAttempts(clock)
  const tunnels = tunnelHandlers({ facts, change, vault, network, show: wireguard.show, converge: pass.converge })
  const networksOf = networksFrom({ machine, lookupFile: options.lookupFile })
  const passwords = openPasswords({ users: facts.users, clock, matches: matchesPassword })
  const isRight = async (password: string, address: string): Promise<boolean> =>
    (await passwords.check({ address }, ADMIN, [password])) !== undefined
  /** The TCP ports that the API answers on now. */
  const apiPorts = (): string[] => [port, ...(facts.setting('tls') ? [securePort] : [])].map(String)
  const running = {
    api: () => true,
    dhcp: () => true,
    wifid: () => [...radio.states().values()].some(({ state }) => state === 'running' || state === 'failsafe'),
    dns: () => resolver.stats().notListening === undefined,
    wireguard: () => facts.setting('vpn').Up,
  }
  const links = [...options.uplinks, ...options.wired, ...options.wireless, ...options.radios]

  const isLicensed = openLicences({ machine, resolve, authorities: options.authorities })

  const plugins = openPluginGraphs({ facts, machine, data: options.data })
  const topology = serve(
    contracts.topology,
    topologyHandlers({ facts, machine, network, readings: stationReadings, plugins }),
  )
  const api: ServedOperation[] = [
    ...serve(contracts.setup, setupHandlers({ facts, change, clock, hash, isRight })),
    ...serve(contracts.tokens, tokenHandlers({ facts, change, bus, vault })),
    ...serve(contracts.otp, otpHandlers({ facts, bus, vault, proofs, codes })),
    ...serve(
      contracts.passkeys,
      passkeyHandlers({ facts, change, bus, clock, vault, proofs, codes, newSessions, attempts }),
    ),
    ...serve(contracts.recoveryCodes, recoveryCodeHandlers({ facts, change, clock })),
    ...serve(
      { ...contracts.session, ...contracts.sessions },
      sessionHandlers({ facts, change, bus, clock, codes, hash, sessionUse, newSessions }),
    ),
    ...serve(contracts.users, userHandlers({ facts, change, bus, hash })),
    ...serve(contracts.system, systemHandlers({ clock, restart, facts, version, running, superd, pass })),
    ...serve(contracts.health, healthHandlers({ facts, clock, watch: healthWatch, turnOff })),
    ...serve(contracts.info, infoHandlers({ machine, facts, change, superd })),
    ...serve(contracts.time, timeHandlers({ machine, synchronize, facts, change, bus })),
    ...serve(contracts.logs, logHandlers({ read: readLog })),
    ...serve(contracts.audit, auditHandlers(trail)),
    ...serve(contracts.undo, undoHandlers({ facts, change, bus, journal, apiPorts })),
    ...serve(contracts.speedtest, speedtestHandlers({ clock })),
    ...serve(contracts.sshKeys, sshKeyHandlers({ facts, machine, file: options.authorizedKeys })),
    ...serve(contracts.capture, captureHandlers({ machine, facts, apiPorts, network })),
    ...serve(contracts.backup, backupHandlers({ facts, change, vault, deriveKey: deriveSlowly, making, links })),
    ...serve(contracts.remoteBackup, remoteBackupHandlers(remoteBackups, remoteFetching)),
    ...serve(contracts.releases, releaseHandlers({ facts, change, version, watch: releases })),
    ...serve(
      contracts.plugins,
      pluginHandlers({ ...{ facts, change, bus, clock, vault, machine, superd, projects }, data: options.data }),
    ),
    ...serve(contracts.uiSessions, uiSessionHandlers({ facts, sessions: uiSessions })),
    ...serve(contracts.plus, plusHandlers({ facts, change, vault, isLicensed })),
    ...serve(contracts.radios, radioHandlers({ facts, change, machine, radio, readings: stationReadings })),
    ...serve(contracts.stations, stationHandlers({ facts, readings: stationReadings, history: stationHistory, clock })),
    ...serve(contracts.guests, guestHandlers({ facts, change, machine, clock })),
    ...serve(contracts.radioState, radioStateHandlers({ facts, change, machine, readings: stationReadings, radio })),
    ...serve(contracts.wifiFailures, wifiFailureHandlers({ failures })),
    ...serve(contracts.notify, notifyHandlers({ facts, change, vault, notifications, vapidKeys })),
    ...serve(contracts.alerts, alertHandlers({ facts, change, bus, clock, events: eventStore })),
    ...serve(contracts.automations, automationHandlers({ facts, change, clock, eventStore, ...automationParts })),
    ...serve(contracts.phones, phoneHandlers({ facts, change, clock, phones })),
    ...serve(contracts.clients, clientHandlers({ facts, change })),
    ...serve(contracts.devices, deviceHandlers({ facts, change, bus, clock, resolver })),
    ...serve(contracts.lostDevice, lostDeviceHandlers({ facts, change, bus, clock, sessionUse })),
    ...serve(contracts.groups, groupHandlers({ facts, change, bus })),
    ...serve(contracts.subnet, subnetHandlers({ facts, guard, bus })),
    ...serve(contracts.dns, dnsHandlers({ facts, change, resolver })),
    ...serve(contracts.names, nameHandlers({ facts, change })),
    ...serve(contracts.diagnostics, diagnosticsHandlers({ machine, facts })),
    ...serve(contracts.links, linkHandlers({ facts, guard, machine })),
    ...serve(contracts.uplink, uplinkHandlers({ facts, guard, machine, wifiState: supplicant.state })),
    ...serve(contracts.ppp, pppHandlers({ facts, stateOf: ppp.state, guard })),
    ...serve(contracts.wan, wanHandlers({ facts, change, watch: uplinkWatch, speedTests })),
    ...serve(contracts.dyndns, dyndnsHandlers({ facts, change, vault, updates: dyndns })),
    ...serve(contracts.metrics, metricHandlers(collectors)),
    ...serve(contracts.integrations, integrationHandlers({ facts, change, vault, mqtt, nats, syslog })),
    ...serve(
      contracts.vpn,
      vpnHandlers({
        ...{ facts, change, clock, vault, bus, network },
        reserve: grants.reserve,
        show: wireguard.show,
        converge: pass.converge,
      }),
    ),
    ...serve(contracts.tunnels, tunnels),
    ...serve(
      contracts.sites,
      siteHandlers({ facts, change, vault, network, show: wireguard.show, converge: pass.converge }),
    ),
    ...serve(contracts.confirm, confirmHandlers(confirmations)),
    ...serve(
      contracts.firewall,
      firewallHandlers({ facts, change, guard, confirmations, machine, network, apiPorts, resolver }),
    ),
    ...serve(contracts.geoBlock, geoBlockHandlers({ facts, geoBlock, lookup })),
    ...serve(
      contracts.explain,
      explainHandlers({
        ...{ facts, network, memberAt, announced, lookUp },
        moment: () => ({ now: clock.now(), zone: zone() }),
      }),
    ),
    ...serve(contracts.services, serviceHandlers({ facts, announced })),
    ...serve(
      contracts.preview,
      previewHandlers({ facts, ledger, machine, apiPorts, network, memberAt, clock, networksOf, lookUp }),
    ),
    ...serve(
      contracts.pfw,
      pfwHandlers({
        ...{ facts, change, clock, zone, networksOf },
        tunnels,
        isOn: () => plusEnabled(facts, 'PFW'),
        checkUplinks: uplinkWatch.check,
        newId: () => randomBytes(4).toString('hex'),
      }),
    ),
    ...serve(contracts.parental, parentalHandlers({ facts, change, clock, zone })),
    ...serve(contracts.tls, tlsHandlers({ facts, change, clock, vault })),
    ...serve(contracts.multicast, multicastHandlers({ facts, change })),
    ...serve(contracts.dnsBlock, dnsBlockHandlers({ facts, change, clock, blockLists, resolver })),
    ...serve(contracts.packetLog, packetLogHandlers({ facts, change, machine, packetLog })),
    ...serve(contracts.dnsLog, dnsLogHandlers({ facts, change, clock, dnsLog })),
    ...serve(
      contracts.events,
      eventHandlers({ facts, change, clock, eventStore, dnsLog, publishedTopics: bus.topics }),
    ),
    ...topology,
    ...serve(contracts.traffic, trafficHandlers({ machine, facts, sampler, flows, lookup })),
    ...serve(contracts.usage, usageHandlers({ facts, change, clock, zone, rollup, sampler, owners, flows, lookup })),
    ...serve(contracts.lookup, lookupHandlers({ lookup })),
    ...serve(
      contracts.classification,
      classificationHandlers({ facts, change, clock, kinds, vendorOf: lookup.vendorOf }),
    ),
    ...serve(contracts.pageviews, pageViewHandlers({ pageViews })),
  ]
  const sockets = {
    access: serve(socketContracts.access, recoveryHandlers({ change, bus, codes, hash })),
    wifi: [...serve(socketContracts.wifi, wifiHandlers({ facts, stations })), ...topology],
    dhcp: serve(socketContracts.dhcp, dhcpSocketHandlers({ grants, bus })),
    'plugins/wireguard': serve(socketContracts['plugins/wireguard'], vpnSocketHandlers({ facts, change, bus })),
  }
  /** Changes are entered in the audit trail with the caller who made them. */
  const audited = ({ operation, handler }: ServedOperation): ServedOperation => ({
    operation,
    // An undo is a change as well, which is not offered again.
    handler: trail.acting(
      operation,
      operation === contracts.undo.run || operation.details.undo === false ? handler : journal.offering(handler),
    ),
  })
  const within = ({ operation, handler }: ServedOperation): ServedOperation => ({
    operation,
    handler: limitedHandler(facts, operation, handler as Handler<Details>) as ServedOperation['handler'],
  })
  return { api: api.map(within).map(audited), sockets: { ...sockets, access: sockets.access.map(audited) } }
}
