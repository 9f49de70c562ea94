import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { Unavailable } from '../../errors.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import type { PowerAction } from '../machine.ts'
import { libc } from './libc.ts'

/** The initial namespaces have these inodes since Linux 3.8: include/linux/proc_ns.h. */
const INITIAL = { pid: 'pid:[4026531836]', user: 'user:[4026531837]' }

/** LINUX_REBOOT_CMD_RESTART and LINUX_REBOOT_CMD_POWER_OFF of reboot(2). The C library passes the magic numbers. */
const COMMANDS: Readonly<Record<PowerAction, number>> = { reboot: 0x01234567, shutdown: 0x4321fedc }

/** Whether this process runs in the namespaces of the machine itself. A service of systemd may have separate mounts and a separate host name. */
function isOwnMachine(): boolean {
  try {
    const of = (process: string, kind: string): string => readlinkSync(`/proc/${process}/ns/${kind}`)
    return (
      of('self', 'pid') === INITIAL.pid && of('self', 'user') === INITIAL.user && of('self', 'net') === of('1', 'net')
    )
  } catch {
    return false
  }
}

/** As `sd_booted(3)`: that directory exists where systemd is the first process. */
export function powerManager(): 'systemd' | 'kernel' | undefined {
  if (!isOwnMachine() || isContainer()) return undefined
  return existsSync('/run/systemd/system') ? 'systemd' : 'kernel'
}

/** A container with the namespaces of its host still is none of the machine's own services. */
const isContainer = (): boolean =>
  existsSync('/.dockerenv') || existsSync('/run/.containerenv') || /\bcontainer=/.test(environmentOfInit())

function environmentOfInit(): string {
  try {
    return readFileSync('/proc/1/environ', 'utf8')
  } catch {
    return ''
  }
}

export function kernelPower(action: PowerAction): void {
  if (powerManager() === undefined) throw new Unavailable(phrase('machine.powerShared'))
  libc.func('void sync(void)')()
  if (libc.func('int reboot(int)')(COMMANDS[action]) !== 0)
    throw new Unavailable(verbatim(getSystemErrorMessage(-koffi.errno())))
}
