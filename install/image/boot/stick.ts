import { print } from '../../conversation.ts'
import { demand } from '../../steps.ts'
import type { System } from '../../system.ts'
import { BUNDLE_REPORT, STICK_LABEL } from '../files.ts'

const MOUNT = '/run/sallyport-stick'

/** A file of a bundle. A stick is not trusted: the console shows the name, which must not contain control characters. */
const BUNDLE = /^[\w .()+~-]+\.raucb$/

/** What RAUC writes as `LastError` if it refuses a bundle, and the reason for the owner. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/signature verification failed/i, 'it is not signed with a key that this router accepts'],
  [
    /signature size|input\/output error|bundle is too (small|short)|hash|verity|no signature|not a valid bundle/i,
    'it is damaged or incomplete',
  ],
  [/compatible/i, 'it is for another kind of machine'],
]

/** Why RAUC refused a bundle: its words for the log, and a reason for the owner. */
function refusalOf(output: string): string {
  const said = /LastError: (.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
  return REFUSALS.find(([pattern]) => pattern.test(said))?.[1] ?? said
}

/**
 * Installs the bundle on a USB stick in the slot that does not run, and restarts the machine, which starts that slot on trial. RAUC checks the
 * signature before it writes, and each block while it reads it. Throws the reason if there is no bundle, or it is refused: the slot that runs
 * stays the next one. The console shows the same.
 */
export function installFromStick(system: System): void {
  let name = 'The bundle'
  try {
    system.makeDirectory(MOUNT)
    // A stick is not trusted: no other driver of a file system reads it.
    demand(system, ['mount', '-t', 'vfat', '-o', 'ro,nosuid,nodev,noexec', `/dev/disk/by-label/${STICK_LABEL}`, MOUNT])
    try {
      const [bundle] = system.list(MOUNT).filter((file) => BUNDLE.test(file))
      if (bundle === undefined) throw new Error(`the stick ${STICK_LABEL} has no file *.raucb`)
      name = bundle
      report(`Installing ${name}. Do not remove the stick.`)
      const { status, output } = system.run(['rauc', 'install', `${MOUNT}/${bundle}`])
      print(output)
      if (status !== 0) throw new Error(refusalOf(output))
    } finally {
      system.run(['umount', MOUNT])
    }
  } catch (error) {
    report(`${name} was not installed: ${(error as Error).message}. The router runs as before.`)
    throw error
  }
  report(`${name} is installed. The router restarts.`)
  demand(system, ['systemctl', 'reboot'])

  function report(text: string): void {
    system.write(BUNDLE_REPORT, text)
  }
}
