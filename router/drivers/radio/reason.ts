import { CommandFailed } from '../../errors.ts'
import { channelOf } from '../../features/radios/channel.ts'

/** What hostapd prints at every end, for any reason. */
const NOISE = /^(interface state|AP-|CTRL-EVENT|nl80211: deinit|hostapd_free|hostapd_interface|Unable to setup|$)/

/** Of hostapd and iw, for links of other kinds, and for all links where no driver of a wifi card is loaded. */
const NOT_A_RADIO = /'nl80211' generic netlink not found|nl80211 not found|No such device \(-19\)/

const NOT_PERMITTED = /^Frequency (\d+) \(\w+\) not allowed for AP mode/
const NOT_SUPPORTED = /^IEEE 802\.11 Configured channel \((\d+)\)/

/** A reason of hostapd 2.10 and 2.11 in the words of the settings. */
function inWords(line: string): string {
  const [, mhz] = NOT_PERMITTED.exec(line) ?? []
  if (mhz !== undefined)
    return `the country does not permit an access point on channel ${channelOf(Number(mhz))?.channel ?? ''} (${mhz} MHz)`
  const [, channel] = NOT_SUPPORTED.exec(line) ?? []
  return channel === undefined ? line : `the radio does not support channel ${channel} with this width`
}

/** Why an access point does not run, in one line. hostapd prints the reason first, and then what follows from it. */
export function reasonOf(error: unknown, link: string): string {
  if (error instanceof CommandFailed && error.stderr.endsWith('ENOENT'))
    return `the program ${error.argv[0]} is not installed: apt-get install ${error.argv[0]}`
  if (error instanceof CommandFailed && NOT_A_RADIO.test(error.stderr)) return `${link} is not a wifi card`
  if (error instanceof CommandFailed && error.argv[0] === 'hostapd') {
    const lines = error.stderr.split('\n').map((line) => line.trim().replace(`${link}: `, ''))
    return inWords(lines.find((line) => !NOISE.test(line)) ?? 'hostapd does not start')
  }
  return error instanceof Error ? error.message : String(error)
}
