import { setTimeout as wait } from 'node:timers/promises'
import { loadDevices } from '../dhcp-load.ts'
import { median, type Row } from '../table.ts'
import { now, openRelay, type Relay } from './relay.ts'
import { PASSPHRASE, select } from './select.ts'
import type { RadioStage } from './stage.ts'

const ROUNDS = 5
const SIZES = [10, 500] as const
/** A station makes three attempts in about three seconds. */
const ATTEMPTS_MS = 6000
/** The daemon has taken in the station by then, and hostapd has derived its keys. */
const REST_MS = 2000

interface Change {
  /** Until the call is answered and the station is out. */
  readonly enforced: number
  /** Until hostapd has derived the keys of all devices again: for this time it does nothing else. */
  readonly derived: number
  /** Until the station is connected with the new passphrase. */
  readonly back: number
}

/** A passphrase is changed while its station is connected, with few and with many devices. */
export async function benchPassphrases(stage: RadioStage): Promise<Row[]> {
  const { router } = stage.home
  const devices = loadDevices(SIZES.at(-1)!)
  const changes: Change[][] = []
  const ap = await openRelay(router.namespace, stage.control)
  const supplicant = await openRelay(stage.ours.namespace, stage.ours.control)
  // The station is a device, too.
  let known = 1
  for (const size of SIZES) {
    for (const mac of devices.slice(known, size))
      await router.api(`/device?identity=${mac}`, {
        Name: `device ${mac.slice(-5)}`,
        Policies: ['wan', 'dns'],
        PSKEntry: { Type: 'sae', Psk: `passphrase of ${mac}` },
      })
    known = size
    await wait(REST_MS)
    changes.push(await changesOf(stage, ap, supplicant))
  }
  const [few, many] = changes as [Change[], Change[]]
  const row = (what: string, of: (change: Change) => number, aim: string): Row => {
    const [own, base] = [median(many.map(of)), median(few.map(of))]
    return {
      what,
      ours: `${own.toFixed(0)} ms with ${SIZES[1]}`,
      peer: `${base.toFixed(0)} ms with ${SIZES[0]}`,
      ratio: (own / base).toFixed(2),
      aim,
    }
  }
  return [
    row(
      'PUT /device, another passphrase, until it is answered and the station is out',
      ({ enforced }) => enforced,
      '≤ 1.5',
    ),
    row('… hostapd derives the keys of all devices for WPA3, by hash-to-element', ({ derived }) => derived, ''),
    row('… the station connects with the new passphrase', ({ back }) => back, ''),
  ]
}

async function changesOf({ home, ours }: RadioStage, ap: Relay, supplicant: Relay): Promise<Change[]> {
  const { mac, ssid } = ours
  const ask = async (command: string): Promise<string> => (await supplicant.request(command)).answer
  const put = (Psk: string) => home.router.api(`/device?identity=${mac}`, { PSKEntry: { Type: 'sae', Psk } })
  const connect = async (passphrase: string): Promise<number> => {
    const began = now()
    const joined = ap.next(`AP-STA-CONNECTED ${mac}`)
    await select(ask, ssid, passphrase)
    return (await joined) - began
  }
  await connect(PASSPHRASE)
  const changes: Change[] = []
  // The first round compiles the code; in it the station still uses the old passphrase.
  for (let round = 0; round <= ROUNDS; round++) {
    const passphrase = `passphrase ${round}`
    await wait(REST_MS)
    const out = ap.next(`AP-STA-DISCONNECTED ${mac}`)
    const began = now()
    await put(passphrase)
    const answered = now()
    const enforced = Math.max(answered, await out) - began
    if (round === 0) await refuse(ap, mac)
    await ask('REMOVE_NETWORK all')
    await wait(REST_MS)
    const { ms: derived } = await ap.request('SET sae_pwe 2')
    const back = await connect(passphrase)
    if (round > 0) changes.push({ enforced, derived, back })
  }
  const out = ap.next(`AP-STA-DISCONNECTED ${mac}`)
  await put(PASSPHRASE)
  await out
  await ask('REMOVE_NETWORK all')
  await wait(REST_MS)
  return changes
}

/** Throws if the station is connected again. */
async function refuse(ap: Relay, mac: string): Promise<void> {
  const joined = ap.next(`AP-STA-CONNECTED ${mac}`, ATTEMPTS_MS).then(
    () => true,
    () => false,
  )
  if (await joined) throw new Error('a station has come back with its old passphrase')
}
