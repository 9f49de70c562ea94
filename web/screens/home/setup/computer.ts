import type { ListedSession } from '../../../../router/model/access/credentials/sessionlist.ts'
import { isIp } from '../../../../router/values/ip.ts'
import type { ShownDevice } from '../devices/entry.ts'

/**
 * The device that this browser runs on: the one with the address of its session. Undefined if the browser does not reach the router at an address
 * or a local name of the router, but on its console or through a proxy: the address of the session is that of another machine then. `host` is the
 * one of the page.
 */
export function ownComputer(
  entries: readonly ShownDevice[],
  sessions: readonly Pick<ListedSession, 'Current' | 'Address'>[],
  host: string,
): ShownDevice | undefined {
  const address = sessions.find(({ Current }) => Current)?.Address
  if (!address || !isOfRouter(host, entries)) return undefined
  return entries.find(({ device }) => device.RecentIP === address)
}

/** Local names are resolved by the router itself. Other names, and the addresses of devices, may lead to a proxy. */
function isOfRouter(host: string, entries: readonly ShownDevice[]): boolean {
  if (isIp(host)) return !host.startsWith('127.') && !entries.some(({ device }) => device.RecentIP === host)
  return host !== 'localhost' && (!host.includes('.') || /\.(local|lan)$/.test(host)) && !host.includes(':')
}

/** Online devices without a name, and this computer, if it has none. */
export const nameless = (entries: readonly ShownDevice[], own?: ShownDevice): ShownDevice[] =>
  entries.filter((entry) => entry.device.Name === '' && (entry.status === 'online' || entry === own))
