import { CommandFailed } from '../../errors.ts'

/** What hostapd prints at every end, whatever the reason. */
const NOISE = /^(interface state|AP-|CTRL-EVENT|nl80211: deinit|hostapd_free|hostapd_interface|Unable to setup|$)/

/** Why an access point does not run, in one line. hostapd prints the reason first, and then what follows from it. */
export function reasonOf(error: unknown, link: string): string {
  if (error instanceof CommandFailed && error.argv[0] === 'hostapd') {
    const lines = error.stderr.split('\n').map((line) => line.trim().replace(`${link}: `, ''))
    return lines.find((line) => !NOISE.test(line)) ?? 'hostapd does not start'
  }
  return error instanceof Error ? error.message : String(error)
}
