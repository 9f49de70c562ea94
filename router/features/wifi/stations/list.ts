import type { Mac } from '../../../values/mac.ts'
import { parseStation } from '../../../wire/hostapd.ts'

type Station = NonNullable<ReturnType<typeof parseStation>>

/** Commands that are sent before the answer to the first of them. */
const MOST_AHEAD = 32
const MOST_RESTARTS = 3

/**
 * Returns a function that lists the stations of a network, also those that have not proved a passphrase. `request` sends a
 * command to hostapd's control interface; its errors are passed on.
 *
 * hostapd prints one station for each command, which names the station before it. The order of the last listing is a guess at
 * the next one, so that commands need not wait for answers: that takes hostapd's own time, and a third of the time otherwise.
 */
export function openStationList(
  request: (network: string, command: string) => Promise<string>,
): (network: string) => Promise<Station[]> {
  const orders = new Map<string, readonly Mac[]>()

  /** All stations, and whether one has left that others were to be listed after. */
  async function walk(network: string): Promise<{ found: Station[]; isComplete: boolean }> {
    const order = orders.get(network) ?? []
    const found: Station[] = []
    for (;;) {
      const last = found.at(-1)?.mac
      const at = last === undefined ? 0 : order.indexOf(last) + 1
      const guessed = last !== undefined && at === 0 ? [] : order.slice(at, at + MOST_AHEAD)
      const answers = await Promise.all(
        [last, ...guessed].map((mac) => request(network, mac === undefined ? 'STA-FIRST' : `STA-NEXT ${mac}`)),
      )
      for (const [index, text] of answers.entries()) {
        // After the last station the answer is empty.
        if (text.startsWith('FAIL')) return { found, isComplete: false }
        const station = parseStation(text)
        if (!station) return { found, isComplete: true }
        found.push(station)
        if (station.mac !== guessed[index]) break
      }
    }
  }

  return async (network) => {
    for (let restarts = 0; ; restarts++) {
      const { found, isComplete } = await walk(network)
      const macs = found.map(({ mac }) => mac)
      if (isComplete) orders.set(network, macs)
      if (isComplete || restarts === MOST_RESTARTS) return found
    }
  }
}
