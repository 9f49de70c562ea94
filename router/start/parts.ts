import type { Core } from '../core.ts'
import * as access from '../features/access/parts.ts'
import * as dns from '../features/dns/parts.ts'
import * as firewall from '../features/firewall/parts.ts'
import * as home from '../features/home/parts.ts'
import * as internet from '../features/internet/parts.ts'
import * as machine from '../features/machine/parts.ts'
import * as messages from '../features/messages/parts.ts'
import * as plugins from '../features/plugins/parts.ts'
import * as traffic from '../features/traffic/parts.ts'
import * as vpn from '../features/vpn/parts.ts'
import * as wifi from '../features/wifi/parts.ts'
import { openDhcpServer } from '../servers/dhcp/server.ts'
import { openMulticastRelay } from '../servers/multicast/relay.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import { archiveDirectory, namedLinks } from './options.ts'
import { type OfServers, openServed } from './served.ts'
import type { State } from './state.ts'
import { startSuperd } from './superd.ts'
import { watchMachine } from './watches.ts'

/** Opens all parts, in this order: each is given the core, and what it needs of others. */
export function openParts(core: Core, base: Base, state: State, enforcement: Enforcement, ofServers: OfServers) {
  const { options, readLog } = base
  const { clockAtStart, database, ledger, runDirectory } = state
  const { blockTable, supplicant, ppp } = enforcement
  const { authorizedKeys, restart, turnOff, isDemonstration = false, lookupFile } = options
  const backups = archiveDirectory(options)
  const { add, inOrder } = openServed()

  // Logs of queries, events and changes come first: they record what the other parts do.
  const { dnsLog } = add(dns.queryLogPart(core))
  const { eventStore } = add(messages.eventsPart(core, { dnsLog }))
  watchMachine(core, database)
  const { trail } = add(access.auditPart(core))
  const { journal } = add(access.undoPart(core))
  const { alerts, textsOf } = add(messages.alertsPart(core, { events: eventStore }))

  const { confirmations, guard } = add(access.confirmPart(core))
  const { proofs, sessionUse, socket: accessSocket } = add(access.credentialsPart(core))
  const { limited } = add(access.usersPart(core))

  const { grants, socket: dhcpSocket } = add(home.dhcpPart(core, { guard }))
  const { setupLeases } = add(home.setupPart(core))
  core.keep(openDhcpServer({ ...core, grants, setupLeases }))
  const { announced } = core.keep(openMulticastRelay(core))
  add(home.devicesPart(core))
  add(home.lostDevicePart(core, { sessionUse }))
  add(home.groupsPart(core))
  add(home.guestsPart(core))
  add(home.schedulesPart(core))

  const { stations, socket: admissionSocket } = add(wifi.admissionPart(core))
  const { readings } = add(wifi.stationsPart(core, { stations }))
  add(wifi.radiosPart(core, { readings }))
  add(wifi.radioStatePart(core, { readings }))
  const map = add(home.mapPart(core, { readings }))

  const { watchNames } = add(dns.namesPart(core))
  add(dns.resolversPart(core))
  const { blockLists } = add(dns.blockListsPart(core, { blockTable }))
  const { lookup } = add(traffic.lookupPart(core, { file: lookupFile }))
  add(home.kindsPart(core, { lookup, dnsLog }))
  const { socket: vpnSocket } = add(vpn.wireguardPart(core, { reserve: grants.reserve }))
  const { tunnels } = add(vpn.tunnelsPart(core, { watchNames }))
  add(vpn.sitesPart(core))

  const { lookedUpName } = dnsLog
  const { owners, sampler } = traffic.samplerPart(core)
  const rollup = traffic.rollupPart(core, { owners, sampler, lookup })
  const { flows } = add(traffic.flowsPart(core, { owners, sampler, lookup, lookedUpName, onBytes: rollup.count }))
  add(traffic.usagePart(core, { owners, sampler, rollup, flows, lookup }))
  messages.detectorsPart(core, { sampler })

  const { uplinkWatch } = add(internet.uplinksPart(core))
  add(internet.connectionPart(core, { guard, wifiState: supplicant.state }))
  add(internet.pppPart(core, { guard, stateOf: ppp.state }))
  add(internet.linksPart(core, { guard }))
  add(internet.dyndnsPart(core, { runDirectory }))
  add(internet.speedtestPart(core))

  add(firewall.firewallPart(core, { guard, confirmations }))
  add(firewall.geoBlockPart(core, { lookupFile, lookup }))
  add(firewall.multicastPart(core))
  add(firewall.refusedPart(core, { lookedUpName }))
  const checkUplinks = uplinkWatch.check
  const { networksOf } = add(firewall.rulesPart(core, { lookupFile, watchNames, sampler, tunnels, checkUplinks }))
  add(firewall.explainPart(core, { announced }))
  add(firewall.previewPart(core, { ledger, networksOf }))

  const integrations = add(messages.integrationsPart(core, { sampler, uplinkWatch }))
  add(messages.notifyPart(core, { alerts, textsOf, ...integrations }))
  add(home.phonesPart(core, { alerts, textsOf }))
  add(messages.automationsPart(core, { ...ofServers, eventStore }))

  const { clockWatch, lastTime } = add(machine.timePart(core, { atStart: clockAtStart }))
  add(machine.healthPart(core, { clockWatch, lastTime, backups, runDirectory, turnOff }))
  const { backUp } = add(machine.backupPart(core, { directory: backups, links: namedLinks(options) }))
  add(machine.releasesPart(core, { release: options.release, backUp }))
  add(machine.tlsPart(core))
  add(machine.logsPart({ read: readLog }))
  add(machine.capturePart(core))
  add(machine.diagnosticsPart(core))
  add(access.sshKeysPart(core, { file: authorizedKeys }))
  add(machine.servicesPart(core, { announced }))
  const { pageViews } = add(machine.pageViewsPart(core))
  add(machine.metricsPart(core, { sampler, uplinkWatch, readings, blockLists, ...integrations }))

  const superd = core.keep(startSuperd(base, enforcement))
  const { uiSessions } = add(plugins.pluginsPart(core, { superd }))
  add(machine.infoPart(core, { superd }))
  add(machine.systemPart(core, { superd, restart, isDemonstration }))
  add(plugins.plusPart(core))
  add(plugins.clientsPart(core))

  const auth = access.authPart(core, { ...ofServers, proofs, sessionUse, uiSessions })
  const wifiSocket = [...admissionSocket, ...map.operations]
  return {
    ...{ alerts, auth, pageViews, uiSessions, limited, trail, journal, operations: inOrder() },
    sockets: { access: accessSocket, wifi: wifiSocket, dhcp: dhcpSocket, 'plugins/wireguard': vpnSocket },
  }
}
