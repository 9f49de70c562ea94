import { POLICIES } from '../../../router/model/home/devices/device.ts'
import { isLabel } from '../../../router/model/home/groups/group.ts'
import { deviceTexts } from '../../texts/home/devices/device.ts'

/** The error of invalid names, as a sentence; undefined if all are valid. */
export function labelComplaint(labels: readonly string[]): string | undefined {
  const [taken] = labels.filter((label) => POLICIES.some((policy) => policy === label))
  if (taken !== undefined) return deviceTexts.labelIsPolicy(taken)
  const [odd] = labels.filter((label) => !isLabel(label))
  return odd === undefined ? undefined : deviceTexts.labelInvalid(odd)
}
