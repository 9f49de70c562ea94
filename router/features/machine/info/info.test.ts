import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Unavailable } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { HostName } from '../../../model/machine/info/hostname-schema.ts'
import { parseSockets } from '../../../model/machine/info/sockets.ts'
import { uptimeOf } from '../../../model/machine/info/uptime.ts'
import type { Caller } from '../../../model/operation.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { absentSuperd } from '../../plugins/installed/absent.fixture.ts'
import { infoHandlers } from './handlers.ts'
import { machineName } from './hostname.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { query: {}, body: undefined, caller }

function open() {
  const memory = openMemoryFacts()
  const machine = fakeMachine()
  machine.settings.set('kernel.hostname', 'debian')
  const printed = new Map<string, string>()
  const run = async (argv: readonly string[]): Promise<string> => {
    const text = printed.get(argv.join(' '))
    if (text === undefined) throw new CommandFailed(argv, null, `${argv[0]}: no such program`)
    return text
  }
  const handlers = infoHandlers({ ...memory, machine: { ...machine, run }, superd: absentSuperd('') })
  const infoOf = (name: 'uptime' | 'hostname' | 'docker' | 'dockernetworks' | 'vms' | 'ss') =>
    handlers.read({ ...request, params: { name } })
  const rename = (body: string) => handlers.change({ ...request, params: { name: 'hostname' }, body })
  return { ...memory, machine, printed, infoOf, rename }
}

test('the uptime is returned in the format of uptime(1)', () => {
  const noon = { now: Date.UTC(2026, 10, 21, 11, 6, 37), zone: 'Europe/Berlin' }
  assert.deepEqual(uptimeOf('971539.74 3700000.00\n', '0.17 0.12 0.04 1/345 6789\n', 2, noon), {
    time: '12:06:37',
    uptime: '11 days, 5:52',
    users: 2,
    load_1m: 0.17,
    load_5m: 0.12,
    load_15m: 0.04,
    time_hour: 12,
    time_minute: 6,
    time_second: 37,
    uptime_days: 11,
    uptime_hours: 5,
    uptime_minutes: 52,
    uptime_total_seconds: 971539,
  })
  const words = (seconds: number) => uptimeOf(`${seconds} 0`, '', 0, noon).uptime
  assert.deepEqual([59, 3599, 3600, 86_400 + 180].map(words), ['0 min', '59 min', '1:00', '1 day, 3 min'])
})

test('uptime and load are read from the kernel, and signed-in users are counted', async () => {
  const { machine, printed, infoOf } = open()
  machine.files.set('/proc/uptime', '180.5 99.1\n')
  machine.files.set('/proc/loadavg', '1.50 1.00 0.50 1/99 1234\n')
  printed.set('who', 'ada      tty1         2026-11-21 10:00\n')
  const uptime = await infoOf('uptime')
  assert.partialDeepStrictEqual(uptime, { uptime: '3 min', users: 1, load_1m: 1.5, uptime_total_seconds: 180 })
})

const SOCKETS = `udp   UNCONN    0      0         127.0.0.53%lo:53        0.0.0.0:*    users:(("systemd-resolve",pid=1,fd=13))
tcp   LISTEN    0      511             0.0.0.0:80        0.0.0.0:*    users:(("node",pid=8,fd=24),("node",pid=9,fd=24))
tcp   ESTAB     0      36       [fe80::1]%eth0:22    [fe80::2]:40312
cut short
`

test('sockets are parsed line by line, and invalid lines are skipped', async () => {
  const { printed, infoOf } = open()
  printed.set('ss -H -tuanp', SOCKETS)
  const common = { recv_q: 0, local_address: '0.0.0.0', peer_address: '0.0.0.0', peer_port: '*' }
  assert.deepEqual(await infoOf('ss'), [
    {
      ...common,
      netid: 'udp',
      state: 'UNCONN',
      send_q: 0,
      local_address: '127.0.0.53',
      local_port: '53',
      interface: 'lo',
      opts: 'users:(("systemd-resolve",pid=1,fd=13))',
    },
    {
      ...common,
      netid: 'tcp',
      state: 'LISTEN',
      send_q: 511,
      local_port: '80',
      opts: 'users:(("node",pid=8,fd=24),("node",pid=9,fd=24))',
    },
    {
      netid: 'tcp',
      state: 'ESTAB',
      recv_q: 0,
      send_q: 36,
      local_address: 'fe80::1',
      local_port: '22',
      peer_address: 'fe80::2',
      peer_port: '40312',
      interface: 'eth0',
    },
  ])
  assert.equal(parseSockets(SOCKETS.repeat(2000)).length, 750, 'of a thousand lines')
})

test('a router without containers and virtual machines lists none, and a missing program is reported', async () => {
  const { infoOf } = open()
  for (const name of ['docker', 'dockernetworks'] as const) assert.deepEqual(await infoOf(name), [])
  assert.partialDeepStrictEqual(await infoOf('vms'), { KVMAvailable: false, VirtualMachines: [] })
  await assert.rejects(
    async () => infoOf('ss'),
    (error) => error instanceof Unavailable && /^ss failed/.test(error.message),
  )
})

test('a new host name takes effect immediately, and again after a restart', async () => {
  const { machine, facts, infoOf, rename } = open()
  assert.equal(await infoOf('hostname'), 'debian')
  await rename('fort')
  assert.equal(await infoOf('hostname'), 'fort')
  assert.deepEqual(facts.setting('machine'), { HostName: 'fort' })
  machine.settings.set('kernel.hostname', 'booted')
  using _kept = machineName({ machine, facts }).keep(() => ({ [Symbol.dispose]: () => {} }), assert.fail)
  assert.equal(await infoOf('hostname'), 'fort')
})

test('a host name from a backup is applied', async () => {
  const { machine, facts, watch, change, infoOf } = open()
  using _kept = machineName({ machine, facts }).keep(watch, assert.fail)
  assert.equal(await infoOf('hostname'), 'debian', 'nobody has chosen one')
  await change((draft) => draft.set('machine', { HostName: 'restored' }))
  assert.equal(await infoOf('hostname'), 'restored')
})

test('if the kernel or the store rejects a host name, neither is changed', async () => {
  const { machine, facts, refuseWith, infoOf, rename } = open()
  refuseWith(new Unavailable(verbatim('the disk is full')))
  await assert.rejects(async () => rename('fort'), /disk is full/)
  assert.equal(await infoOf('hostname'), 'debian')
  refuseWith(undefined)
  machine.writeSysctl = () => {
    throw new Error('EACCES')
  }
  const fixed = infoHandlers({
    machine,
    facts,
    change: () => assert.fail('not before the kernel has it'),
    superd: absentSuperd(''),
  })
  await assert.rejects(
    async () => fixed.change({ ...request, params: { name: 'hostname' }, body: 'fort' }),
    Unavailable,
  )
  assert.equal(await infoOf('hostname'), 'debian')
})

test('root names the machine where the unit of the router may not', async () => {
  const { machine, facts, change } = open()
  machine.writeSysctl = () => {
    throw new Error('EACCES')
  }
  const ran: string[] = []
  const run = async (argv: readonly string[]): Promise<string> => {
    ran.push(argv.join(' '))
    return ''
  }
  const host = machineName({ machine: { ...machine, run }, facts })
  await host.change(change, 'fort')
  assert.deepEqual(ran, ['hostname fort'])
  assert.equal(host.now(), 'fort', 'the unit still shows the name before')
  assert.deepEqual(facts.setting('machine'), { HostName: 'fort' })
})

test('a name is a host name, also with dots', () => {
  for (const name of ['a', 'Fort-7', 'x'.repeat(63), 'fort.example.org'])
    assert.ok(HostName.safeParse(name).success, name)
  for (const name of ['', '-a', 'a-', 'a..b', '.a', 'a.', `${'x'.repeat(63)}.x`, 'a b', 'ä', 'a\n', 'x'.repeat(64)])
    assert.ok(!HostName.safeParse(name).success, name)
})
