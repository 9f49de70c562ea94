import assert from 'node:assert/strict'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { type Device, emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import { openPass } from '../../../pass/pass.ts'
import { actAs } from '../../../store/actor.ts'
import { openDatabase } from '../../../store/database.ts'
import type { Draft } from '../../../store/facts.ts'
import { openLedger } from '../../../store/ledger.ts'
import { undoHandlers } from './handlers.ts'
import { openJournal } from './journal.ts'

export const admin: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
export const LAPTOP = '02:00:00:00:00:01'
export const PRINTER = '02:00:00:00:00:02'
export const laptop: Device = {
  ...emptyDevice(),
  ...{ MAC: LAPTOP, Name: 'laptop', RecentIP: '192.168.2.6', Policies: ['wan'] },
  PSKEntry: { Type: 'sae', Psk: 'a passphrase' },
}

/** The real pass with empty drivers, a laptop, and a journal. */
export async function openUndo() {
  const clock = openSteppedClock()
  const ledger = openLedger()
  const database = openDatabase(':memory:')
  ledger.post(database.load())
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  for (const topic of ['device:save', 'device:update', 'device:delete'] as const)
    bus.subscribe(topic, ({ Name }) => published.push(`${topic} ${Name}`))
  const machine = { ...fakeMachine(), clock }
  const { change, watch } = openPass({ machine, ledger, database, drivers: [], bus, onFailure: assert.fail })
  await change((draft) => draft.devices.put(LAPTOP, laptop))
  let count = 0
  const mayUndo = ({ name }: Caller) => name === admin.name
  const journal = openJournal({ clock, newId: () => `change ${++count}`, mayUndo })
  watch(journal.record)
  const { facts } = ledger
  const { run } = undoHandlers({ facts, change, bus, journal, apiPorts: () => ['80', '443'] })

  /** A call that makes these edits. Returns the Id that it was given. */
  const call = (...edits: ((draft: Draft) => void)[]) => callAs(admin, ...edits)
  async function callAs(caller: Caller, ...edits: ((draft: Draft) => void)[]): Promise<string | undefined> {
    let id: string | undefined
    const offered = journal.offering(async () => {
      for (const edit of edits) await change(edit)
    })
    const actor = { Who: 'admin', Kind: 'user', From: '', Operation: 'PUT /device' } as const
    await actAs(actor, () => offered({ caller, offerUndo: (given) => (id = given) }))
    return id
  }
  const undo = async (Id: string | undefined, caller = admin) =>
    run({ params: {}, query: {}, body: { Id: Id! }, caller })
  const edit = (more: Partial<Device>) => (draft: Draft) =>
    draft.devices.put(LAPTOP, { ...draft.devices.get(LAPTOP)!, ...more })
  return { clock, facts, call, callAs, undo, edit, published }
}
