import { setTimeout as wait } from 'node:timers/promises'
import { loadDevices } from '../dhcp-load.ts'
import { median, pairedRatio, type Row } from '../table.ts'
import { openRelay } from './relay.ts'
import type { RadioStage } from './stage.ts'

const STATIONS = 200
const ROUNDS = 9
/** The daemon reads the list again after a second. */
const PAUSE_MS = 1100

/**
 * The list of stations beside a walk through hostapd's list by hand, one command after the other. The stations are announced to
 * hostapd by a command (`NEW_STA`): so many simulated radios would take an hour to connect.
 */
export async function benchList({ home, control }: RadioStage): Promise<Row[]> {
  const ap = await openRelay(home.router.namespace, control)
  for (const mac of loadDevices(STATIONS)) await ap.request(`NEW_STA ${mac}`)
  const [list, walk]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    await wait(PAUSE_MS)
    const began = performance.now()
    const answer = (await home.router.api('/hostapd/wlan0/all_stations')) as object
    const answered = performance.now()
    const { count, ms } = await ap.walk()
    const counts = [Object.keys(answer).length, count]
    if (counts.some((one) => one < STATIONS)) throw new Error(`not all are listed: ${counts}`)
    // The first rounds learn the order, and compile.
    if (round === 0) continue
    list.push(answered - began)
    walk.push(ms)
  }
  for (const mac of loadDevices(STATIONS)) await ap.request(`DEAUTHENTICATE ${mac} tx=0`)
  return [
    {
      what: `GET /hostapd/wlan0/all_stations, ${STATIONS} stations (beside hostapd's own time)`,
      ours: `${median(list).toFixed(0)} ms`,
      peer: `${median(walk).toFixed(0)} ms`,
      ratio: pairedRatio(list, walk).toFixed(2),
      aim: '≤ 1.2',
    },
  ]
}
