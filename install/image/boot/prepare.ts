import { randomBytes } from 'node:crypto'
import { isNewer } from '../../../router/model/machine/releases/version.ts'
import { print } from '../../conversation.ts'
import { findLinks } from '../../managers.ts'
import { CURRENT, DATA, INSTALLATION, RELEASES, TRIAL } from '../../places.ts'
import { optionsFile } from '../../plan.ts'
import type { System } from '../../system.ts'
import { restoreRelease, SAVED, saveState } from '../../update/trial.ts'
import { IMAGE_RELEASE, IMAGE_RELEASES, SAVED_INSTALLATION, SAVED_OPTIONS } from '../files.ts'
import { chooseLinks, findAnswered } from './links.ts'

/** Before the router starts: which release runs, and with which links. */

/** It exists from the first start of a newer release in a slot until the slot is kept. The contents: `SlotTrial`. */
const SLOT_TRIAL = `${INSTALLATION}/slot-trial`

interface SlotTrial {
  /** The links to the releases, below `RELEASES`. */
  readonly from: string
  readonly to: string
}

/** The version of the image that was started. */
export function imageVersion(system: System): string {
  const found = system.entry(IMAGE_RELEASE)
  if (found.kind !== 'link') throw new Error(`${IMAGE_RELEASE} is missing: this machine was not started from an image`)
  return found.target
}

/** The state as the release in the other slot has left it: an older release cannot read the state of a newer one. */
function beginSlotTrial(system: System, trial: SlotTrial): void {
  if (system.list(DATA).length === 0) return
  system.makeDirectory(INSTALLATION, { mode: 0o700 })
  saveState(system)
  system.write(SLOT_TRIAL, JSON.stringify(trial), 0o600)
}

/** After a return to the slot before, its release gets the state that it had. */
function endSlotTrial(system: System, own: string): void {
  const found = system.entry(SLOT_TRIAL)
  if (found.kind !== 'file') return
  const trial = JSON.parse(found.content) as SlotTrial
  if (trial.from !== own) return
  system.write(TRIAL, found.content, 0o600)
  restoreRelease(system)
  system.remove(SLOT_TRIAL)
}

/** The slot works: the state of the release before is not needed any more. */
export function keepSlotState(system: System): void {
  if (system.entry(SLOT_TRIAL).kind === 'absent') return
  system.remove(SLOT_TRIAL)
  system.remove(SAVED)
}

/**
 * Adds the release of the image to the installed ones, by a link: it needs no space on the data partition. It is started unless an update
 * has installed a newer one. Links to releases that only the other slot has are removed.
 */
export function placeImageRelease(system: System): void {
  const version = imageVersion(system)
  const own = `${RELEASES}/${version}`
  system.makeDirectory(SAVED_INSTALLATION)
  endSlotTrial(system, own)
  const current = system.entry(CURRENT)
  for (const name of system.list(RELEASES)) {
    const found = system.entry(`${RELEASES}/${name}`)
    if (found.kind === 'link' && system.entry(found.target).kind === 'absent') system.remove(`${RELEASES}/${name}`)
  }
  // An update of that version is complete, and stays.
  if (system.entry(own).kind === 'absent') system.link(own, `${IMAGE_RELEASES}/${version}`)
  const before = current.kind === 'link' ? current.target : undefined
  const isNewest = before !== undefined && isNewer(version, before.slice(RELEASES.length + 1))
  if (before !== undefined && !isNewest && system.entry(before).kind !== 'absent') return
  if (before !== undefined && isNewest) beginSlotTrial(system, { from: before, to: own })
  system.link(CURRENT, own)
}

/** As many characters as a person types without errors; it protects a network for the minutes of a setup. */
const newPassphrase = (): string => randomBytes(6).toString('hex')

/** Chooses the links at the first boot, and saves the choice. Throws if no link is left for the household. */
async function chooseOnce(system: System): Promise<void> {
  if (system.entry(SAVED_OPTIONS).kind === 'file') return
  const { uplink, ports, radios } = findLinks(system)
  const found = { ports: [...(uplink === undefined ? [] : [uplink]), ...ports], radios }
  const choices = chooseLinks(found, await findAnswered(system, found.ports))
  if (choices === undefined) throw new Error('a router needs two network ports, or a port and a radio')
  const passphrase = radios.length === 0 ? '' : `SALLYPORT_SETUP_PASSPHRASE=${newPassphrase()}\n`
  system.write(SAVED_OPTIONS, `${optionsFile(choices)}${passphrase}`, 0o600)
  print(`uplink ${choices.uplinks.join(', ')}, household ${[...choices.ports, ...choices.radios].join(', ')}`)
}

export async function prepareRouter(system: System): Promise<void> {
  placeImageRelease(system)
  await chooseOnce(system)
}
