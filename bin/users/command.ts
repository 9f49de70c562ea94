import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ADMIN } from '../../router/model/access/credentials/onetime.ts'
import type { ListedUser } from '../../router/model/access/users/contract.ts'
import { columns } from '../columns.ts'
import { askSecret, findRouter, type RouterApi } from '../router.ts'

const USAGE = `usage: sallyport users list
       sallyport users add <name> --role viewer|parent|owner [--group GROUP]...
       sallyport users role <name> viewer|parent|owner [--group GROUP]...
       sallyport users password <name> [--remove-codes]
       sallyport users remove <name>

  --group GROUP   a group whose devices a parent sees; repeat it for several groups
  --remove-codes  also turn off one-time codes, and delete passkeys and recovery codes, for a user who lost them; for admin, on
                  the router only
  --data DIR      the data directory of a router on this machine
  --url URL       the address of a router elsewhere; the password of admin is asked for, or SALLYPORT_ADMIN_PASSWORD; if admin has
                  one-time codes, SALLYPORT_CODE is the current code

  The password of the user is asked for. Without a terminal, it is the first line of the input.`

/** The number of positional arguments of each command. */
const VERBS: Readonly<Record<string, number>> = { list: 1, add: 2, role: 3, password: 2, remove: 2 }

async function command(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      group: { type: 'string', multiple: true },
      'remove-codes': { type: 'boolean', default: false },
      data: { type: 'string' },
      url: { type: 'string' },
    },
  })
  const [verb = '', name = '', role = values.role] = positionals
  if (positionals.length !== VERBS[verb] || (verb === 'add' && role === undefined)) throw new Error(USAGE)
  const router = await findRouter(values, process.env)
  const users = (await router.call('GET', '/users')) as ListedUser[]
  if (verb === 'list') return console.log(tableOf(users))
  const isKnown = users.some(({ Name }) => Name === name)
  if (verb === 'add' && isKnown) throw new Error(`there is a user "${name}" already`)
  if (verb !== 'add' && !isKnown) throw new Error(`there is no user "${name}"; list them with: sallyport users list`)
  console.log(await act(router, verb, name, { Role: role, Groups: values.group }, values['remove-codes']))
}

/** Changes a user. Returns what was done, in words. */
async function act(router: RouterApi, verb: string, name: string, role: object, RemoveCodes: boolean): Promise<string> {
  const path = `/users/${encodeURIComponent(name)}`
  if (verb === 'remove') {
    await router.call('DELETE', path)
    return `${name} is removed; their sessions have ended`
  }
  if (verb === 'password' && name === ADMIN) {
    if (!RemoveCodes || !router.recover)
      throw new Error(`${ADMIN} changes its own password. If it is lost: --remove-codes, as root on the router`)
    await router.recover(await newPassword(name))
    return `${name} has a new password, and no one-time codes and passkeys; all sessions have ended`
  }
  if (verb === 'password') {
    await router.call('PUT', path, { Password: await newPassword(name), RemoveCodes })
    return `${name} has a new password; their sessions have ended`
  }
  const password = verb === 'add' ? { Password: await newPassword(name) } : {}
  const { Role, Groups } = (await router.call('PUT', path, { ...role, ...password })) as ListedUser
  return `${name} has the role ${Role}${Groups.length > 0 ? ` for ${Groups.join(', ')}` : ''}`
}

const tableOf = (users: readonly ListedUser[]): string =>
  columns([
    ['NAME', 'ROLE', 'GROUPS', 'ONE-TIME CODES', 'PASSKEYS'],
    ...users.map(({ Name, Role, Groups, OneTimeCodes, Passkeys }) => [
      Name,
      Role,
      Groups.join(', ') || '-',
      OneTimeCodes ? 'yes' : 'no',
      String(Passkeys),
    ]),
  ])

async function newPassword(name: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const password = await askSecret(`New password of ${name}: `)
  if ((await askSecret('The same again: ')) !== password) throw new Error('the two passwords differ')
  return password
}

command(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`sallyport: ${error.message}\n`)
  process.exit(1)
})
