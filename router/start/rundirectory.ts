import type { Core } from '../core.ts'
import type { Machine } from '../machine/machine.ts'

interface Deps extends Pick<Core, 'data' | 'onFailure'> {
  readonly machine: Pick<Machine, 'readFile' | 'listDirectories' | 'removeDirectory'>
}

/**
 * Returns the directory for data that is valid until the machine reboots: `run/BOOT_ID` in the data directory. Removes the
 * directories of earlier boots; a failure is only reported. random(4), `/proc/sys/kernel/random/boot_id`.
 */
export function openRunDirectory({ machine, data, onFailure }: Deps): string {
  const boot = machine.readFile('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot'
  const parent = `${data}/run`
  try {
    for (const name of machine.listDirectories(parent)) if (name !== boot) machine.removeDirectory(`${parent}/${name}`)
  } catch (error) {
    onFailure('directories of earlier boots could not be removed', error)
  }
  return `${parent}/${boot}`
}
