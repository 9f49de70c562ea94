import type { CustomInterfaceRule } from '../../../../router/model/firewall/config/configrule.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import type { Call } from '../../../client/call.ts'
import { makeEdit } from '../../firewall/config/change.ts'

interface Renaming {
  readonly group: GroupSettings
  readonly to: string
  /** The identities of its members. */
  readonly members: readonly string[]
  /** The networks behind other links; some may be in the group too. */
  readonly networks: readonly CustomInterfaceRule[]
}

/**
 * The name is the key of a group. A rename creates the new group, moves the members, and deletes the old group last: no
 * device loses access during the change, and if a step fails, the old group still exists next to the new one.
 */
export async function rename(call: Call, { group, to, members, networks }: Renaming): Promise<void> {
  const { Name, Disabled, GroupTags } = group
  await call(groups.update, { body: { Name: to, Disabled, GroupTags } })
  if (members.length > 0) await call(devices.updateMany, { body: { Identities: [...members], Groups: [to] } })
  for (const rule of networks.filter(({ Groups }) => Groups.includes(Name))) {
    const Groups = rule.Groups.map((each) => (each === Name ? to : each))
    await makeEdit(call, {
      before: { kind: 'custom_interface', rule },
      after: { kind: 'custom_interface', rule: { ...rule, Groups } },
    })
  }
  await call(groups.remove, { body: { Name } })
}
