import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../../events/bus.ts'
import { openSteppedClock, settled } from '../../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { openCommands } from './commands.ts'

const MAC = '02:00:00:00:00:01'
const OTHER = '02:00:00:00:00:02'

async function open() {
  const memory = openMemoryFacts()
  for (const one of [MAC, OTHER])
    await memory.change((draft) => draft.devices.put(one, { ...emptyDevice(), MAC: one, Policies: ['dns'] }))
  const clock = openSteppedClock()
  let changes = 0
  const commands = openCommands({
    ...{ facts: memory.facts, clock, bus: openBus((error) => assert.fail(String(error))) },
    change: (edit) => {
      changes++
      return memory.change(edit)
    },
    onFailure: (_, error) => assert.fail(String(error)),
  })
  const policies = (mac = MAC) => memory.facts.devices.get(mac)?.Policies
  const idle = async () => {
    for (let i = 0; i < 300; i++) await settled()
  }
  return { clock, commands, policies, idle, changes: () => changes }
}

test('a command permits the internet, another one denies it, and others have no effect', async () => {
  const { commands, policies, idle, changes } = await open()
  for (const payload of ['on', '', 'ON ', 'x'.repeat(1000)]) commands.take(MAC, payload, 'nas.lan')
  await idle()
  assert.equal(changes(), 0)
  commands.take(MAC, 'ON', 'nas.lan')
  await idle()
  assert.deepEqual(policies(), ['dns', 'wan'])
  commands.take(MAC, 'OFF', 'nas.lan')
  commands.take('02:00:00:00:00:03', 'ON', 'nas.lan')
  await idle()
  assert.deepEqual(policies(), ['dns'])
})

test('of a storm of commands the latest of each device applies, with few changes', async () => {
  const { commands, policies, idle, changes } = await open()
  for (let i = 0; i < 10_000; i++) for (const mac of [MAC, OTHER]) commands.take(mac, i % 2 ? 'ON' : 'OFF', 'nas.lan')
  await idle()
  assert.deepEqual(
    [policies(), policies(OTHER)],
    [
      ['dns', 'wan'],
      ['dns', 'wan'],
    ],
  )
  assert.ok(changes() <= 4, `${changes()} changes`)
})

test('a client that goes on switching causes a change a second', async () => {
  const { clock, commands, policies, idle, changes } = await open()
  for (let i = 0; i < 500; i++) {
    commands.take(MAC, i % 2 ? 'OFF' : 'ON', 'nas.lan')
    await settled()
    await settled()
    await settled()
    await settled()
  }
  await idle()
  assert.ok(changes() <= 101, `${changes()} changes`)
  commands.take(MAC, policies()?.includes('wan') ? 'OFF' : 'ON', 'nas.lan')
  const before = policies()?.includes('wan')
  await clock.step(1000)
  await idle()
  assert.notEqual(policies()?.includes('wan'), before)
})
