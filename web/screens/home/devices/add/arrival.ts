import { isPending } from '../../../../../router/model/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import type { Made } from './useNewDevice.ts'

/** State of a passphrase. `gone`: it was deleted before a device joined with it. */
export interface Arrival {
  readonly state: 'waiting' | 'joined' | 'gone'
  /** The pending device, or the device that has joined. */
  readonly entry: ShownDevice | undefined
}

/**
 * States of passphrases, in their order. `listedAt` is the time of the list: one from before a passphrase was created does not
 * contain it. A device that has joined is recognized by its name, or else as the only one with a new passphrase.
 */
export function arrivalsOf(made: readonly Made[], entries: readonly ShownDevice[], listedAt: number): Arrival[] {
  const names = new Set(made.map(({ name }) => name))
  const taken = new Set<string>()
  return made.map((one) => {
    const entry = entries.find(({ identity }) => identity === one.identity)
    if (entry || listedAt <= one.at) return { state: 'waiting', entry }
    const others = entries.filter(({ identity }) => !taken.has(identity))
    const arrived = others.filter((other) => hasNewPassphrase(other, one))
    const joined =
      arrived.find(({ device }) => device.Name === one.name) ?? arrived.find(({ device }) => !names.has(device.Name))
    if (!joined) return { state: 'gone', entry: undefined }
    taken.add(joined.identity)
    return { state: 'joined', entry: joined }
  })
}

const hasNewPassphrase = ({ identity, device }: ShownDevice, { before }: Made): boolean =>
  !isPending(identity) && device.PSKEntry.Type !== '' && !before.has(identity)
