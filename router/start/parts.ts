import { auditPart } from '../features/access/audit/part.ts'
import { authPart } from '../features/access/auth/part.ts'
import { confirmPart } from '../features/access/confirm/part.ts'
import { credentialsPart } from '../features/access/credentials/part.ts'
import { sshKeysPart } from '../features/access/sshkeys/part.ts'
import { undoPart } from '../features/access/undo/part.ts'
import { usersPart } from '../features/access/users/part.ts'
import { blockListsPart } from '../features/dns/blocklists/part.ts'
import { namesPart } from '../features/dns/names/part.ts'
import { queryLogPart } from '../features/dns/querylog/part.ts'
import { resolversPart } from '../features/dns/resolvers/part.ts'
import { firewallPart } from '../features/firewall/config/part.ts'
import { explainPart } from '../features/firewall/explain/part.ts'
import { geoBlockPart } from '../features/firewall/geoblock/part.ts'
import { multicastPart } from '../features/firewall/multicast/part.ts'
import { previewPart } from '../features/firewall/preview/part.ts'
import { refusedPart } from '../features/firewall/refused/part.ts'
import { rulesPart } from '../features/firewall/rules/part.ts'
import { devicesPart } from '../features/home/devices/part.ts'
import { dhcpPart } from '../features/home/dhcp/part.ts'
import { groupsPart } from '../features/home/groups/part.ts'
import { guestsPart } from '../features/home/guests/part.ts'
import { kindsPart } from '../features/home/kinds/part.ts'
import { lostDevicePart } from '../features/home/lostdevice/part.ts'
import { mapPart } from '../features/home/map/part.ts'
import { phonesPart } from '../features/home/phones/part.ts'
import { schedulesPart } from '../features/home/schedules/part.ts'
import { setupPart } from '../features/home/setup/part.ts'
import { connectionPart } from '../features/internet/connection/part.ts'
import { dyndnsPart } from '../features/internet/dyndns/part.ts'
import { linksPart } from '../features/internet/links/part.ts'
import { pppPart } from '../features/internet/ppp/part.ts'
import { speedtestPart } from '../features/internet/speedtest/part.ts'
import { uplinksPart } from '../features/internet/uplinks/part.ts'
import { backupPart } from '../features/machine/backup/part.ts'
import { capturePart } from '../features/machine/capture/part.ts'
import { diagnosticsPart } from '../features/machine/diagnostics/part.ts'
import { healthPart } from '../features/machine/health/part.ts'
import { infoPart } from '../features/machine/info/part.ts'
import { logsPart } from '../features/machine/logs/part.ts'
import { metricsPart } from '../features/machine/metrics/part.ts'
import { pageViewsPart } from '../features/machine/pageviews/part.ts'
import { releasesPart } from '../features/machine/releases/part.ts'
import { servicesPart } from '../features/machine/services/part.ts'
import { systemPart } from '../features/machine/system/part.ts'
import { timePart } from '../features/machine/time/part.ts'
import { tlsPart } from '../features/machine/tls/part.ts'
import { detectorsPart } from '../features/messages/alerts/detectors/part.ts'
import { alertsPart } from '../features/messages/alerts/part.ts'
import { automationsPart } from '../features/messages/automations/part.ts'
import { eventsPart } from '../features/messages/events/part.ts'
import { integrationsPart } from '../features/messages/integrations/part.ts'
import { notifyPart } from '../features/messages/notify/part.ts'
import { clientsPart } from '../features/plugins/clients/part.ts'
import { pluginsPart } from '../features/plugins/installed/part.ts'
import { plusPart } from '../features/plugins/plus/part.ts'
import { flowsPart, samplerPart } from '../features/traffic/flows/part.ts'
import { lookupPart } from '../features/traffic/lookup/part.ts'
import { rollupPart, usagePart } from '../features/traffic/usage/part.ts'
import { sitesPart } from '../features/vpn/sites/part.ts'
import { tunnelsPart } from '../features/vpn/tunnels/part.ts'
import { wireguardPart } from '../features/vpn/wireguard/part.ts'
import { admissionPart } from '../features/wifi/admission/part.ts'
import { radiosPart } from '../features/wifi/radios/part.ts'
import { radioStatePart } from '../features/wifi/radiostate/part.ts'
import { stationsPart } from '../features/wifi/stations/part.ts'
import type { CheckCall } from '../model/messages/automations/apicall.ts'
import { openDhcpServer } from '../servers/dhcp/server.ts'
import { isFromPublicUplink } from '../servers/http/auth/callers.ts'
import { openMulticastRelay } from '../servers/multicast/relay.ts'
import { openEventThread } from '../store/events/thread.ts'
import type { Base } from './base.ts'
import { openCore } from './core.ts'
import type { Enforcement } from './enforcement.ts'
import { archiveDirectory } from './options.ts'
import { auditing, openServed } from './served.ts'
import type { State } from './state.ts'
import { startSuperd } from './superd.ts'
import { watchMachine } from './watches.ts'

/** What the parts need of the server that answers their operations. */
export interface OfServer {
  readonly checkCall: CheckCall
  /** Type declarations of the API, for scripts. */
  readonly declarations: () => Promise<string>
}

/** Opens all parts, in this order: each is given the core, and what it needs of others. */
export function openParts(
  base: Base,
  state: State,
  enforcement: Enforcement,
  ofServer: OfServer,
  opened: AsyncDisposableStack,
) {
  const { clock, options, onFailure, readLog } = base
  const { ledger, runDirectory } = state
  const { blockTable, supplicant, ppp } = enforcement
  const { authorizedKeys, restart, turnOff, lookupFile, isDemonstration = false } = options
  const core = openCore(base, state, enforcement, opened)
  const { add, inOrder } = openServed()
  const backups = archiveDirectory(options)

  // Logs of queries, events and changes come first: they record what the other parts do.
  const storage = openEventThread({ path: `${options.data}/events.db`, clock, onFailure })
  const { dnsLog } = add(queryLogPart(core))
  const { eventStore } = add(eventsPart(core, { storage, dnsLog }))
  watchMachine(base, state, enforcement, opened)
  const { trail } = add(auditPart(core))
  const { journal } = add(undoPart(core))
  const { alerts, textsOf } = add(alertsPart(core, { events: eventStore }))

  // The home.
  const { confirmations, guard } = add(confirmPart(core))
  const { proofs, sessionUse, socket: access } = add(credentialsPart(core))
  const { limited } = add(usersPart(core))
  const { grants, socket: dhcp } = add(dhcpPart(core, { guard }))
  const { setupLeases } = add(setupPart(core))
  core.keep(openDhcpServer({ ...core, grants, setupLeases }))
  const { announced } = core.keep(openMulticastRelay(core))
  add(devicesPart(core))
  add(lostDevicePart(core, { sessionUse }))
  add(groupsPart(core))
  add(guestsPart(core))
  add(schedulesPart(core))

  // Wifi.
  const { stations, socket: wifi } = add(admissionPart(core))
  const { readings } = add(stationsPart(core, { stations }))
  add(radiosPart(core, { readings }))
  add(radioStatePart(core, { readings }))
  const map = add(mapPart(core, { readings }))

  // Names, VPN and filters.
  const { watchNames } = add(namesPart(core))
  add(resolversPart(core))
  const { blockLists } = add(blockListsPart(core, { blockTable }))
  const { lookup } = add(lookupPart(core, { file: lookupFile }))
  add(kindsPart(core, { lookup, dnsLog }))
  const { socket: vpn } = add(wireguardPart(core, { reserve: grants.reserve }))
  const { tunnels } = add(tunnelsPart(core, { watchNames }))
  add(sitesPart(core))

  // Traffic and uplinks.
  const { owners, sampler } = samplerPart(core)
  const rollup = rollupPart(core, { owners, sampler, lookup })
  const { lookedUpName } = dnsLog
  const { flows } = add(flowsPart(core, { owners, sampler, lookup, lookedUpName, onBytes: rollup.count }))
  add(usagePart(core, { owners, sampler, rollup, flows, lookup }))
  detectorsPart(core, { sampler })
  const { uplinkWatch } = add(uplinksPart(core))
  add(connectionPart(core, { guard, wifiState: supplicant.state }))
  add(pppPart(core, { guard, stateOf: ppp.state }))
  add(linksPart(core, { guard }))
  add(dyndnsPart(core, { runDirectory }))
  add(speedtestPart(core))

  // The firewall.
  add(firewallPart(core, { guard, confirmations }))
  add(geoBlockPart(core, { lookupFile, lookup }))
  add(multicastPart(core))
  add(refusedPart(core, { lookedUpName }))
  const checkUplinks = uplinkWatch.check
  const { networksOf } = add(rulesPart(core, { lookupFile, watchNames, sampler, tunnels, checkUplinks }))
  add(explainPart(core, { announced }))
  add(previewPart(core, { ledger, networksOf }))

  // Messages to the owner and to other programs.
  const integrations = add(integrationsPart(core, { sampler, uplinkWatch }))
  add(notifyPart(core, { alerts, textsOf, ...integrations }))
  add(phonesPart(core, { alerts, textsOf }))
  add(automationsPart(core, { ...ofServer, eventStore }))

  // The machine.
  const { clockWatch, lastTime } = add(timePart(core, { atStart: state.clockAtStart }))
  add(healthPart(core, { clockWatch, lastTime, backups, runDirectory, turnOff }))
  add(releasesPart(core))
  const links = [...options.uplinks, ...options.wired, ...options.wireless, ...options.radios]
  add(backupPart(core, { directory: backups, links }))
  add(tlsPart(core))
  add(logsPart({ read: readLog }))
  add(capturePart(core))
  add(diagnosticsPart(core))
  add(sshKeysPart(core, { file: authorizedKeys }))
  add(servicesPart(core, { announced }))
  const { pageViews } = add(pageViewsPart(core))
  add(metricsPart(core, { sampler, uplinkWatch, readings, blockLists, ...integrations }))

  // Plugins.
  const superd = core.keep(startSuperd(base, enforcement))
  const { uiSessions } = add(pluginsPart(core, { superd }))
  add(infoPart(core, { superd }))
  add(systemPart(core, { superd, restart, isDemonstration }))
  add(plusPart(core))
  add(clientsPart(core))

  const isFromUplink = (address: string): boolean => isFromPublicUplink(core.network(), address)
  const auth = authPart(core, { proofs, sessionUse, uiSessions, isFromUplink })

  const audited = auditing({ trail, journal })
  return {
    ...{ alerts, pageViews, auth, uiSessions },
    api: inOrder().map(limited).map(audited),
    sockets: { access: access.map(audited), wifi: [...wifi, ...map.operations], dhcp, 'plugins/wireguard': vpn },
  }
}
