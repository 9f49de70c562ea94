import { readFileSync } from 'node:fs'

/** Numbers of `linux/capability.h`. */
const NEEDED = {
  CAP_NET_BIND_SERVICE: 10,
  CAP_NET_ADMIN: 12,
  CAP_NET_RAW: 13,
} as const

/** The capabilities that the router needs, as a text: it runs as any user that has them. */
export const NEEDED_CAPABILITIES = Object.keys(NEEDED).join(', ')

/** Which of them this process lacks, by the text of `/proc/PID/status` (proc_pid_status(5)). */
export function missingCapabilities(status = readFileSync('/proc/self/status', 'utf8')): string[] {
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  return Object.entries(NEEDED).flatMap(([name, bit]) => ((effective >> BigInt(bit)) & 1n ? [] : [name]))
}
