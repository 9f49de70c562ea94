import { CURRENT, OPTIONS, RELEASES, UNITS } from '../places.ts'
import { planInstallation } from '../plan.ts'
import { applyStep, type Step } from '../steps.ts'
import { openSystem, type System } from '../system.ts'
import { undoUnits } from '../units.ts'
import { ESP_MOUNT, IMAGE_UNITS, imageFiles, imageLinks, KEYRING, lateFiles } from './files.ts'
import type { Architecture } from './layout.ts'

/** A machine without any file and program: no network manager is found, and nothing is installed. */
const EMPTY: System = {
  ...openSystem(),
  entry: () => ({ kind: 'absent' }),
  list: () => [],
  run: () => ({ status: 1, stdout: '', output: '' }),
}

const UNDO = Object.keys(undoUnits())

/**
 * Whether the image contains the result of a step. The others note what was there before, or make what is on the data partition: the
 * state, the options and the links to releases (`boot/prepare.ts`).
 */
const isInImage = (step: Step): boolean =>
  (step.kind === 'file' && step.path !== OPTIONS && !UNDO.some((name) => step.path === `${UNITS}/${name}`)) ||
  (step.kind === 'link' && step.path !== CURRENT) ||
  step.kind === 'user' ||
  (step.kind === 'unit' && !UNDO.includes(step.name))

/** The steps of an installation that make a Debian an image. No link is chosen yet, and nothing is started. */
export function planImage(version: string): readonly Step[] {
  const release = { version, folder: `${RELEASES}/${version}`, packages: [] }
  const choices = { uplinks: [], addresses: [], ports: [], radios: [], isVirtual: false, options: [] }
  return [
    ...planInstallation(EMPTY, release, choices)
      .filter(isInImage)
      .map((step): Step => (step.kind === 'unit' ? { ...step, isStarted: false } : step)),
    ...IMAGE_UNITS.map((name): Step => ({ kind: 'unit', name, isStarted: false })),
  ]
}

interface Stage {
  /** A folder for what is there before Debian's packages are installed. */
  readonly early: string
  /** A folder for what replaces files of packages. */
  readonly late: string
  /** A certificate in PEM. */
  readonly keyring?: string | undefined
}

/** Writes the files and links of an image into folders. Returns the commands to run in the image after its packages are installed, in order. */
export function stageImage(
  version: string,
  architecture: Architecture,
  { early, late, keyring }: Stage,
): readonly (readonly string[])[] {
  const commands: (readonly string[])[] = []
  const staged = openSystem(early)
  const system: System = {
    ...staged,
    run(argv) {
      if (argv[0] === 'getent') return { status: 2, stdout: '', output: '' }
      commands.push(argv)
      return { status: 0, stdout: '', output: '' }
    },
  }
  for (const step of planImage(version)) applyStep(system, step)
  for (const [path, { content, mode }] of Object.entries(imageFiles(architecture))) staged.write(path, content, mode)
  staged.makeDirectory(ESP_MOUNT)
  if (keyring !== undefined) staged.write(KEYRING, keyring)
  for (const [path, target] of Object.entries(imageLinks(version))) staged.link(path, target)
  for (const [path, { content }] of Object.entries(lateFiles())) openSystem(late).write(path, content)
  return commands
}
