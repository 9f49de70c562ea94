import { type Device, isPending, ONE_AT_A_TIME, type Policy } from '../../../../../router/model/home/devices/device.ts'
import type { Edit } from '../edit.ts'
import type { ShownDevice } from '../entry.ts'

/** A label to add to or remove from several devices. `kind` is the field of a device. */
export type BulkChange = { readonly add: boolean } & (
  | { readonly kind: 'policy'; readonly label: Policy }
  | { readonly kind: 'group' | 'tag'; readonly label: string }
)

/** The calls for a change: one for all devices where the API has it, otherwise one for each. */
export type BulkPlan =
  | { readonly how: 'together'; readonly identities: readonly string[] }
  | { readonly how: 'each'; readonly edits: readonly { readonly identity: string; readonly edit: Edit }[] }

/** Only devices that would change. */
export function planOfBulkChange(entries: readonly ShownDevice[], { kind, add, label }: BulkChange): BulkPlan {
  const field = ({ policy: 'Policies', group: 'Groups', tag: 'DeviceTags' } as const)[kind]
  const changing = entries.filter(({ device }) => includes(device[field], label) !== add)
  const isWaiting = changing.some(({ identity }) => isPending(identity))
  if (add && !includes(ONE_AT_A_TIME, label) && !isWaiting)
    return { how: 'together', identities: changing.map(({ identity }) => identity) }
  return { how: 'each', edits: changing.map(({ identity, device }) => ({ identity, edit: editOf(device) })) }

  function editOf(device: Device): Edit {
    const others = device[field].filter((one) => one !== label)
    return { [field]: add ? [...others, label] : others }
  }
}

const includes = (labels: readonly string[], label: string): boolean => labels.includes(label)
