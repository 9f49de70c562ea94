import { POLICIES } from '../../../router/features/devices/device.ts'
import { isLabel, labelOf } from '../../../router/features/groups/group.ts'
import { texts } from '../../texts.ts'

/** Group or tag names as they were typed, in their one spelling, each once. */
export const labelsOf = (typed: readonly string[]): string[] => [
  ...new Set(typed.map(labelOf).filter((label) => label !== '')),
]

/** What is wrong with them, in a sentence; undefined when the router will take them all. */
export function labelComplaint(labels: readonly string[]): string | undefined {
  const [taken] = labels.filter((label) => POLICIES.some((policy) => policy === label))
  if (taken !== undefined) return texts.device.labelIsPolicy(taken)
  const [odd] = labels.filter((label) => !isLabel(label))
  return odd === undefined ? undefined : texts.device.labelInvalid(odd)
}
