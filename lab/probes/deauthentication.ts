import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Namespace } from '../home/namespace.ts'

/** Of the new radios of a home. */
const MHZ = 2412
/** `struct ieee80211_radiotap_header` without any fields. */
const RADIOTAP = [0, 0, 8, 0, 0, 0, 0, 0]
/** Type management, subtype 12, in the first byte. IEEE 802.11-2020, 9.2.4.1.3. */
const DEAUTHENTICATION = [0xc0, 0, 0, 0]
/** The sender is leaving: table 9-49. */
const REASON = 3

const bytesOf = (mac: string): number[] => mac.split(':').map((byte) => Number.parseInt(byte, 16))

/** Sends unprotected deauthentication frames to a station in the name of the access point with this BSSID, with a radio `wlan0` that is not in use. */
export async function forgeDeauthentication(from: Namespace, bssid: string, station: string): Promise<void> {
  const file = join(from.dir, 'deauthentication')
  const addresses = [...bytesOf(station), ...bytesOf(bssid), ...bytesOf(bssid)]
  writeFileSync(file, Buffer.from([...RADIOTAP, ...DEAUTHENTICATION, ...addresses, 0, 0, REASON, 0]))
  await from.run(['iw', 'dev', 'wlan0', 'interface', 'add', 'monitor', 'type', 'monitor'])
  await from.ip('link set monitor up')
  await from.run(['iw', 'dev', 'monitor', 'set', 'freq', String(MHZ)])
  // A station on its way to another channel would miss a single one.
  for (let sent = 0; sent < 3; sent++) await from.run(['socat', '-u', `OPEN:${file}`, 'INTERFACE:monitor'])
  await from.run(['iw', 'dev', 'monitor', 'del'])
}
