import { CommandFailed } from '../../errors.ts'
import { channelOf } from '../../model/wifi/radios/channel.ts'
import type { RadioFault } from '../../model/wifi/radiostate/fault.ts'

/** What hostapd prints at every end, for any reason. */
const NOISE = /^(interface state|AP-|CTRL-EVENT|nl80211: deinit|hostapd_free|hostapd_interface|Unable to setup|$)/

/** Of hostapd and iw, for links of other kinds, and for all links where no driver of a wifi card is loaded. */
const NOT_A_RADIO = /'nl80211' generic netlink not found|nl80211 not found|No such device \(-19\)/

const NOT_PERMITTED = /^Frequency (\d+) \(\w+\) not allowed for AP mode/
const NOT_SUPPORTED = /^IEEE 802\.11 Configured channel \((\d+)\)/

/** The fault that a line of hostapd 2.10 or 2.11 is about. */
function faultIn(line: string): RadioFault {
  const [, mhz] = NOT_PERMITTED.exec(line) ?? []
  if (mhz !== undefined)
    return { Code: 'not_permitted', Detail: `${channelOf(Number(mhz))?.channel ?? ''} (${mhz} MHz)`.trim() }
  const [, channel] = NOT_SUPPORTED.exec(line) ?? []
  return channel === undefined ? { Code: 'other', Detail: line } : { Code: 'not_supported', Detail: channel }
}

/** Why an access point does not run. hostapd prints the reason first, and then what follows from it. */
export function radioFaultOf(error: unknown, link: string): RadioFault {
  if (error instanceof CommandFailed && error.stderr.endsWith('ENOENT'))
    return { Code: 'not_installed', Detail: error.argv[0] ?? '' }
  if (error instanceof CommandFailed && NOT_A_RADIO.test(error.stderr)) return { Code: 'not_a_radio', Detail: link }
  if (error instanceof CommandFailed && error.argv[0] === 'hostapd') {
    const lines = error.stderr.split('\n').map((line) => line.trim().replace(`${link}: `, ''))
    return faultIn(lines.find((line) => !NOISE.test(line)) ?? 'hostapd does not start')
  }
  return { Code: 'other', Detail: error instanceof Error ? error.message : String(error) }
}
