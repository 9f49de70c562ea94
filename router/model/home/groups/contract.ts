import { z } from 'zod'
import { del, get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { ShownGroup } from './group.ts'

const Name = z.string().max(200).meta({ description: 'The name of the group', example: 'cameras' })

export const groups = {
  list: get('/groups', {
    roles: ['viewer', 'parent'],
    tag: 'group',
    summary: 'All groups',
    reply: z.array(ShownGroup),
  }),
  update: put('/groups', {
    tag: 'group',
    summary: 'Add or change a group',
    description:
      'Members of a group may open connections to each other, in both directions, unless it is disabled. Names have ' +
      'letters of any script, and are stored in lower case and composed (NFC). Absent fields are unchanged. Membership ' +
      'is set on the devices (`Groups`).',
    body: z
      .object({
        Name,
        Disabled: z.boolean().nullish().meta({ description: 'If true, membership permits nothing' }),
        GroupTags: z
          .array(z.string())
          .max(100)
          .nullish()
          .meta({ description: 'Tags of the group itself, for clients; they permit nothing' }),
        ServiceDestinations: sentBack(z.union([z.record(z.string(), z.boolean()), z.array(z.boolean()).max(0)])),
      })
      .meta({ example: { Name: 'cameras', Disabled: false, GroupTags: ['private'] } }),
  }),
  remove: del('/groups', {
    tag: 'group',
    summary: 'Delete a group',
    description: 'It is removed from all devices, and connections between its members are closed immediately.',
    body: z.object({ Name }),
    errors: { 404: 'No such group' },
  }),
}
