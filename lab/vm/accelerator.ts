import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Accelerator, PROCESSORS, runEmulator } from './boot.ts'
import { cpio } from './cpio.ts'
import type { Kernel } from './kernel.ts'
import { BASE, type Parts } from './parts.ts'

const RESULT = join(BASE, 'accelerator')
const PROBE_MS = 10_000
const STARTED = 'sallyport: started'
const INIT = `#!/bin/busybox sh\necho ${STARTED}\n/bin/busybox reboot -f\n`

/**
 * How a virtual machine runs here: by KVM if a kernel really starts with it, which is tried once after each boot of this machine, since
 * /dev/kvm may be there and not work.
 */
export async function findAccelerator({ kernel, busybox }: Pick<Parts, 'kernel' | 'busybox'>): Promise<Accelerator> {
  if (!mayUseKvm()) return 'tcg'
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const [before, found] = readWords(RESULT)
  if (before === boot && (found === 'kvm' || found === 'tcg')) return found
  const works = (await starts(kernel, busybox)) ? 'kvm' : 'tcg'
  writeFileSync(RESULT, `${boot} ${works}\n`)
  return works
}

function mayUseKvm(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

function readWords(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split(' ')
  } catch {
    return []
  }
}

/** Whether a kernel starts its first program with KVM, in time. */
async function starts({ image }: Kernel, busybox: string): Promise<boolean> {
  const work = mkdtempSync(join(tmpdir(), 'sallyport-kvm-'))
  try {
    const first = join(work, 'first.cpio')
    const program = { mode: 0o755 }
    writeFileSync(
      first,
      cpio([
        { path: 'bin', ...program },
        { path: 'dev', ...program },
        { path: 'bin/busybox', ...program, content: readFileSync(busybox) },
        { path: 'init', ...program, content: Buffer.from(INIT) },
      ]),
    )
    let hasStarted = false
    const argv = [...PROCESSORS.kvm, '-m', '256', '-nic', 'none', ...['-kernel', image, '-initrd', first]]
    await runEmulator(argv, {
      timeoutMs: PROBE_MS,
      errors: 'ignore',
      onLine: (line) => {
        hasStarted ||= line === STARTED
      },
    })
    return hasStarted
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
