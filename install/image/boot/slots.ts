import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findRouter } from '../../../bin/router.ts'
import { print } from '../../conversation.ts'
import { DATA } from '../../places.ts'
import type { System } from '../../system.ts'
import {
  type BootChoice,
  decodeChoice,
  encodeChoice,
  isUsable,
  nextSlot,
  withGood,
  withNext,
  withoutTrial,
} from '../choice.ts'
import { ESP_MOUNT, READY } from '../files.ts'
import { CHOICE_FILE } from '../grub.ts'
import { isSlot, type Slot } from '../layout.ts'
import { keepSlotState } from './prepare.ts'

/** The boot choice on the ESP. */

const PATH = `${ESP_MOUNT}/${CHOICE_FILE}`

const readChoice = (): BootChoice => decodeChoice(readFileSync(PATH, 'latin1'))

/** Writes it in place: two sectors of the disk change, and nothing of the file system. */
function writeChoice(choice: BootChoice): void {
  const file = openSync(PATH, 'r+')
  writeSync(file, encodeChoice(choice), 0, 'latin1')
  fsyncSync(file)
  closeSync(file)
}

/**
 * A command of RAUC's custom bootloader backend (RAUC reference, "Custom Bootloader Backend Interface"): `get-primary`, `set-primary SLOT`,
 * `get-state SLOT`, `set-state SLOT good|bad`. Returns what it prints. Throws for other commands.
 */
export function answerRauc(
  [command, slot, state]: readonly string[],
  choice: BootChoice,
  save: (choice: BootChoice) => void,
): string {
  if (command === 'get-primary') return nextSlot(choice)
  if (isSlot(slot)) {
    if (command === 'get-state') return isUsable(choice, slot) ? 'good' : 'bad'
    if (command === 'set-primary') return saved(withNext(choice, slot))
    if (command === 'set-state') return saved(state === 'good' ? withGood(slot) : withoutTrial(choice, slot))
  }
  throw new Error(`unknown command: ${[command, slot, state].join(' ')}`)

  function saved(next: BootChoice): string {
    save(next)
    return ''
  }
}

/** For RAUC: the choice on the ESP. */
export const bootChoice = (args: readonly string[]): void => print(answerRauc(args, readChoice(), writeChoice))

const EVERY_MS = 2000
const PATIENCE_MS = 600_000

/** The slot that runs, which GRUB names in /proc/cmdline. */
export const bootedSlot = (cmdline: string): Slot | undefined => {
  const slot = /\brauc\.slot=(\w)/.exec(cmdline)?.[1]
  return isSlot(slot) ? slot : undefined
}

/** Waits until the API of the router answers, and makes the slot that runs the good one. Throws if it does not answer within ten minutes. */
export async function keepSlot(system: System): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      await (await findRouter({ data: DATA }, {})).call('GET', '/version')
      break
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(EVERY_MS)
    }
  }
  const slot = bootedSlot(readFileSync('/proc/cmdline', 'utf8'))
  if (slot !== undefined && readChoice().good !== slot) {
    writeChoice(withGood(slot))
    print(`slot ${slot} works, and is kept`)
  }
  keepSlotState(system)
  system.write(READY, '')
}
