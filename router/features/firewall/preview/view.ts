import { compile } from '../../../compiler/compile.ts'
import type { MemberAt } from '../../../compiler/ends.ts'
import { keyOf } from '../../../model/home/devices/device.ts'
import type { Facts } from '../../../store/facts.ts'
import type { View } from '../explain/explanation.ts'

/** The Network of facts that are not in force. */
export function viewOf(facts: Facts): View {
  const network = compile(facts)
  const memberAt: MemberAt = (ip) => {
    const device = facts.devices.by('RecentIP', ip)
    return device && network.members.get(keyOf(device))
  }
  return { facts, network, memberAt }
}
