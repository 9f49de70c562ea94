import { WEB } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'

/** So many bits a second from the internet, evenly. One device at a time: the other end serves one after the other. */
export const download = (device: HouseholdDevice | undefined, rate: string, seconds: number) =>
  device?.try('iperf3', '--client', WEB, '--reverse', '--bitrate', rate, '--time', String(seconds))

/** A little, for half a minute. */
export const trickle = (device: HouseholdDevice | undefined) =>
  device?.try('curl', '-s', '-m', '30', '-o', '/dev/null', 'http://www.test/slow')
