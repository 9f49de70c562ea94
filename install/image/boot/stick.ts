import { print } from '../../conversation.ts'
import { demand } from '../../steps.ts'
import type { System } from '../../system.ts'
import { STICK_LABEL } from '../files.ts'

const MOUNT = '/run/sallyport-stick'

/**
 * Installs the bundle on a USB stick in the slot that does not run, and restarts the machine, which starts that slot on trial. RAUC checks the
 * signature while it reads the bundle. Throws the reason if there is no bundle, or it is refused.
 */
export function installFromStick(system: System): void {
  system.makeDirectory(MOUNT)
  // A stick is not trusted: no other driver of a file system reads it.
  demand(system, ['mount', '-t', 'vfat', '-o', 'ro,nosuid,nodev,noexec', `/dev/disk/by-label/${STICK_LABEL}`, MOUNT])
  try {
    const [bundle] = system.list(MOUNT).filter((name) => name.endsWith('.raucb'))
    if (bundle === undefined) throw new Error(`the stick ${STICK_LABEL} has no file *.raucb`)
    print(`installing ${bundle}`)
    print(demand(system, ['rauc', 'install', `${MOUNT}/${bundle}`]))
  } finally {
    system.run(['umount', MOUNT])
  }
  demand(system, ['systemctl', 'reboot'])
}
