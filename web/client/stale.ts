import { otp } from '../../router/features/access/contract.ts'
import { devices } from '../../router/features/devices/contract.ts'
import { diagnostics } from '../../router/features/diagnostics/contract.ts'
import { groups } from '../../router/features/groups/contract.ts'

/** Which answers a topic makes old. A topic belongs to every row whose prefix it begins with. */
const ROWS = [
  // A device may bring a group with it that nobody had heard of.
  ['device:', [devices.list, groups.list]],
  ['devices:', [devices.list, groups.list]],
  ['wifi:', [devices.list, devices.pending, diagnostics.arp]],
  ['dhcp:', [devices.list, diagnostics.arp]],
  ['auth:otp:', [otp.status]],
] as const

/** The paths whose answers are to be asked for again. */
export const staleAfter = (topic: string): string[] => [
  ...new Set(
    ROWS.flatMap(([prefix, operations]) => (topic.startsWith(prefix) ? operations.map(({ path }) => path) : [])),
  ),
]
