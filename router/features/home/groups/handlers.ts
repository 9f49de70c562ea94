import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import { groupsOf, tagsOf } from '../../../model/home/devices/revise.ts'
import type { groups } from '../../../model/home/groups/contract.ts'
import { emptyGroup, labelOf, shownGroup } from '../../../model/home/groups/group.ts'
import type { Handlers } from '../../../model/operation.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { endSessions } from '../../access/credentials/credential.ts'
import { sessionEvent } from '../../access/credentials/tokens.ts'
import { endLimits } from '../../traffic/usage/limits.ts'
import { announceDevice } from '../devices/announce.ts'

type Deps = Pick<Core, 'facts' | 'change' | 'bus'>

export function groupHandlers({ facts, change, bus }: Deps): Handlers<typeof groups> {
  return {
    list: () => [...facts.groups.values()].map(shownGroup),

    async update({ body }) {
      const { Name, Disabled, GroupTags } = body
      const [name] = groupsOf([Name], 'Name')
      if (name === undefined) throw new Invalid(phrase('field.notEmpty'), 'Name')
      await change((draft) => {
        const before = draft.groups.get(name) ?? emptyGroup(name)
        demandUnchanged(shownGroup(before), body, ['ServiceDestinations'])
        draft.groups.put(name, {
          ...before,
          Disabled: Disabled ?? before.Disabled,
          GroupTags: GroupTags ? tagsOf(GroupTags, 'GroupTags') : before.GroupTags,
        })
      })
    },

    async remove({ body: { Name }, caller }) {
      const name = labelOf(Name)
      const changed: { before: Device; after: Device }[] = []
      const parents: string[] = []
      await change((draft) => {
        if (!draft.groups.get(name)) throw new NotFound(phrase('home.groupUnknown', JSON.stringify(name)))
        draft.groups.remove(name)
        endLimits(draft, ({ Group }) => Group === name)
        // A device that still names it would bring it back at its next change.
        for (const [identity, before] of [...draft.devices.rows()]) {
          if (!before.Groups.includes(name)) continue
          const after = { ...before, Groups: before.Groups.filter((group) => group !== name) }
          draft.devices.put(identity, after)
          changed.push({ before, after })
        }
        // A later group of that name is not the one that the parent was given.
        for (const [user, row] of [...draft.users.rows()])
          if (row.Groups?.includes(name)) {
            draft.users.put(user, { ...row, Groups: row.Groups.filter((group) => group !== name) })
            endSessions(draft, user)
            parents.push(user)
          }
      })
      for (const parent of parents) bus.publish('auth:logout', sessionEvent(caller, `user ${parent}`))
      for (const { before, after } of changed) announceDevice({ bus, facts }, before, after)
    },
  }
}
