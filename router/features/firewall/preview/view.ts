import { compile } from '../../../compiler/compile.ts'
import type { MemberAt } from '../../../compiler/ends.ts'
import { keyOfDevice } from '../../../model/home/devices/device.ts'
import type { Facts } from '../../../store/facts.ts'
import type { View } from '../explain/explanation.ts'

/** The Network of facts that are not in force. */
export function viewOfFacts(facts: Facts): View {
  const network = compile(facts)
  const memberAt: MemberAt = (ip) => {
    const device = facts.devices.by('RecentIP', ip)
    return device && network.members.get(keyOfDevice(device))
  }
  return { facts, network, memberAt }
}
