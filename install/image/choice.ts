import { isSlot, type Slot } from './layout.ts'

/**
 * Which slot is started. The last good slot has no counter, so that power cuts never make it unusable. A slot on trial is started once: GRUB
 * removes the trial before it starts the slot, and the slot becomes the good one when the router works. The choice is in a file in GRUB's
 * format for its environment: 1024 bytes, which are written in place.
 */
export interface BootChoice {
  readonly good: Slot
  /** Started once, at the next boot. */
  readonly trial?: Slot
}

const SIZE = 1024
const SIGNATURE = '# GRUB Environment Block\n'

export const INITIAL_CHOICE: BootChoice = { good: 'A' }

/** The file for GRUB's `load_env`. */
export const encodeChoice = ({ good, trial = '' as Slot }: BootChoice): string =>
  `${SIGNATURE}good=${good}\ntrial=${trial}\n`.padEnd(SIZE, '#')

/** What GRUB reads from the file. A damaged one is the initial choice. */
export function decodeChoice(text: string): BootChoice {
  if (!text.startsWith(SIGNATURE)) return INITIAL_CHOICE
  const value = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]
  const good = value('good')
  const trial = value('trial')
  return { ...(isSlot(good) ? { good } : INITIAL_CHOICE), ...(isSlot(trial) ? { trial } : {}) }
}

/** The slot that the next boot starts. */
export const nextSlot = ({ good, trial }: BootChoice): Slot => trial ?? good

/** Starts a slot next: on trial, unless it is the good one. */
export const withNext = ({ good }: BootChoice, slot: Slot): BootChoice => ({
  good,
  ...(slot === good ? {} : { trial: slot }),
})

/** The slot works. */
export const withGood = (slot: Slot): BootChoice => ({ good: slot })

/** The contents of a slot are not to be started: they are being replaced, or do not work. A good slot stays good until another one is. */
export const withoutTrial = ({ good, trial }: BootChoice, slot: Slot): BootChoice => ({
  good,
  ...(trial === undefined || trial === slot ? {} : { trial }),
})

/** Whether the slot may be started: it is good, or to be tried. */
export const isUsable = ({ good, trial }: BootChoice, slot: Slot): boolean => slot === good || slot === trial
