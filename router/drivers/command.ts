import { Unavailable } from '../errors.ts'
import type { Control } from '../machine/machine.ts'
import { phrase } from '../phrases/phrase.ts'

/** A command of hostapd or wpa_supplicant: what error messages show of it, and the words after that, which may be secret. */
export type ControlCommand = readonly [verb: string, ...words: readonly string[]]

/** Sends a command. Throws `Unavailable` unless the answer is `OK`. */
export const sendingTo =
  (refused: 'wifi.hostapdRefused' | 'wifi.supplicantRefused') =>
  async (control: Pick<Control, 'request'>, ...command: ControlCommand): Promise<void> => {
    const answer = (await control.request(command.join(' '))).trim()
    if (answer !== 'OK') throw new Unavailable(phrase(refused, command[0], answer))
  }
