import { createHmac } from 'node:crypto'
import { Invalid } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { type Device, emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller, PlainText } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { backupHandlers } from './handlers.ts'
import { openMaking } from './making.ts'

export const GROUP_MAC = 'ff:ff:ff:ff:ff:ff'

export const admin: Caller = { name: 'admin', kind: 'user', address: '' }
export const anonymous: Caller = { name: '', kind: 'anonymous', address: '' }
export const PHONE = '02:00:00:00:00:01'
export const TV = '02:00:00:00:00:02'
export const PASSPHRASE = 'four words that rhyme'

/** A key at no cost: what it costs on a router is a matter of `archive.test.ts`. */
export const deriveKey = async (passphrase: string, salt: Buffer) =>
  createHmac('sha256', salt).update(passphrase).digest()

/** A router with an administrator, or fresh out of the box. */
export async function openRouter(state: 'set up' | 'fresh' = 'set up') {
  const memory = openMemoryFacts({ setup: { done: state === 'set up' } })
  const { change, facts } = memory
  const machine = fakeMachine()
  const vault = vaultWith()
  if (state === 'set up')
    await change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'of the first' }))
  await change((draft) =>
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true }),
  )
  const deps = {
    machine,
    facts,
    change,
    vault,
    deriveKey,
    directory: '/data/backups',
    release: '0.1.0',
    links: ['lan0'],
  }
  const handlers = backupHandlers({ ...deps, making: openMaking(deps) })
  const ask = { params: {}, query: {}, body: {}, caller: admin }
  const bare = { ...ask, body: undefined }
  return {
    ...memory,
    machine,
    vault,
    make: async (Passphrase?: string) => (await handlers.make({ ...ask, body: { Passphrase } })) as string,
    list: () => handlers.list(bare) as { Name: string; Timestamp: string }[],
    key: async () => ((await handlers.key(bare)) as { RecoveryKey: string }).RecoveryKey,
    read: (name: string) => (handlers.read({ ...bare, params: { name } }) as PlainText).text,
    remove: (name: string) => handlers.remove({ ...bare, params: { name } }),
    bring: async (name: string, text: string, caller = admin) =>
      handlers.bring({
        ...ask,
        params: { name },
        body: (async function* () {
          yield Buffer.from(text)
        })(),
        caller,
      }),
    restore: async (name: string, Passphrase?: string, caller = admin, SignIn?: 'keep' | 'archive') =>
      handlers.restore({ ...ask, params: { name }, body: { Passphrase, SignIn }, caller }),
  }
}
export type Router = Awaited<ReturnType<typeof openRouter>>

export const device = (MAC: string, Name: string): Device => ({
  ...emptyDevice(),
  Name,
  MAC,
  PSKEntry: { Type: 'sae', Psk: `passphrase of ${Name}` },
  Policies: ['wan'],
})

export const addDevice = ({ change }: Router, MAC: string, Name: string) =>
  change((draft) => draft.devices.put(MAC, device(MAC, Name)))

export const invalid =
  (field?: string, message = /./) =>
  (error: unknown) =>
    error instanceof Invalid && error.field === field && message.test(error.message)
