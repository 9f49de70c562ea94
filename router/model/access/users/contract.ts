import { z } from 'zod'
import { FirstAnswers } from '../../home/setup/contract.ts'
import { del, get, put } from '../../operation.ts'
import { RoleName, UserName } from '../credentials/user.ts'

const tag = 'users'
export const MOST_USERS = 32
const MOST_GROUPS = 64

const Groups = z.array(z.string().max(200))

export const ListedUser = z
  .object({
    Name: UserName,
    Role: RoleName.meta({ description: 'What the user may do', example: 'parent' }),
    Groups: Groups.meta({ description: 'Of a parent: the groups whose devices it sees', example: ['children'] }),
    OneTimeCodes: z.boolean().meta({ description: 'The user has set up one-time codes' }),
    Passkeys: z.int().meta({ description: 'The number of passkeys of the user', example: 1 }),
  })
  .meta({ id: 'User' })
export type ListedUser = z.infer<typeof ListedUser>

const PROOF = 'Needs the proof of a one-time code or passkey if the caller has set up either.'
const errors = {
  400: 'An invalid field, an unknown group, too many users, or a change that is not possible for this user',
  401: 'Credentials are missing, or the proof of a one-time code is',
}
const params = { name: UserName }

/** Users and their roles. Only owners call these. */
export const users = {
  list: get('/users', { tag, summary: 'All users', reply: z.array(ListedUser) }),
  save: put('/users/{name}', {
    tag,
    access: 'password',
    mayNeedCode: true,
    summary: 'Add or change a user',
    description:
      'An `owner` may do everything. A `viewer` may read, except passphrases, keys, tokens, backups and other secrets. A `parent` ' +
      'sees the devices of its `Groups`, pauses their internet and grants them time. A change of the role, groups or password ends the ' +
      `user’s sessions and proofs. \`admin\` is always an owner and changes its own password. At most ${MOST_USERS} users. ${PROOF}`,
    params,
    body: z
      .strictObject({
        Role: RoleName.nullish().meta({ description: 'Absent: unchanged; needed for a new user', example: 'parent' }),
        Groups: Groups.max(MOST_GROUPS)
          .nullish()
          .meta({
            description: 'Of a parent: the groups whose devices it sees. Absent: unchanged',
            example: ['children'],
          }),
        Password: FirstAnswers.shape.AdminPassword.nullish().meta({
          description: 'A new password; needed for a new user. Users change their own with `PUT /password`',
          example: 'correct horse',
        }),
        RemoveCodes: z.boolean().nullish().meta({
          description: 'Turn off the one-time codes of a user who lost them, and delete passkeys and recovery codes',
        }),
      })
      .meta({ id: 'UserUpdate', example: { Role: 'parent', Groups: ['children'], Password: 'correct horse' } }),
    reply: ListedUser,
    errors,
  }),
  remove: del('/users/{name}', {
    tag,
    access: 'password',
    mayNeedCode: true,
    summary: 'Remove a user',
    description: `Its sessions end immediately. API tokens stay valid: they belong to no user. ${PROOF}`,
    params,
    errors: { ...errors, 404: 'No such user' },
  }),
}
