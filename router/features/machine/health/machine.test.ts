import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Unavailable } from '../../../errors.ts'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import { MachineHealth } from '../../../model/machine/health/state.ts'
import type { Caller } from '../../../model/operation.ts'
import { openPower } from '../../../start/power.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { healthHandlers } from './handlers.ts'
import { openHealthWatch } from './history.ts'
import { readStorage } from './storage.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }

/** A board with an eMMC. */
function openBoard() {
  const machine = fakeMachine()
  const { bus, published } = openCollectingBus()
  const set = (path: string, text: string) => machine.files.set(path, `${text}\n`)
  set('/proc/uptime', '5400.12 10000.00')
  set('/proc/loadavg', '0.52 0.31 0.10 1/345 6789')
  set('/proc/meminfo', 'MemTotal:        1000000 kB\nMemFree:  1 kB\nMemAvailable:     600000 kB')
  set('/proc/self/status', 'Name:\tnode\nVmRSS:\t   90000 kB')
  set('/proc/stat', 'cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 50 0 50 400\ncpu1 50 0 50 400')
  set('/sys/firmware/devicetree/base/model', 'Banana Pi R3\0')
  set('/sys/class/thermal/thermal_zone0/type', 'cpu-thermal')
  set('/sys/class/thermal/thermal_zone0/temp', '51200')
  const card = '/sys/class/mmc_host/mmc0/mmc0:0001'
  set(`${card}/type`, 'MMC')
  set(`${card}/name`, 'DG4032')
  set(`${card}/life_time`, '0x01 0x02')
  set(`${card}/pre_eol_info`, '0x01')
  set(`${card}/block/mmcblk0/size`, '1')
  const history = openHistory({ path: ':memory:', clock: machine.clock, onFailure: assert.fail })
  const open = () => openHealthWatch({ machine, bus, history, path: '/data', isClockBehind: () => false })
  return { machine, bus, published, set, card, open, watch: open() }
}

test('the health of a board, as its kernel reports it', async () => {
  const { machine, watch, set } = openBoard()
  await machine.clock.step(60_000)
  // The time of day was set.
  machine.clock.now = () => 0
  set('/proc/uptime', '5460.12 10000.00')
  set('/proc/stat', 'cpu  150 0 100 950 0 0 0 0 0 0\ncpu0 50 0 50 400\ncpu1 50 0 50 400')
  const now = watch.now()
  assert.deepEqual(now, {
    Model: 'Banana Pi R3',
    CPU: { Cores: 2, BusyPercent: 25, Load1: 0.52, Load5: 0.31, Load15: 0.1 },
    Memory: { TotalBytes: 1_024_000_000, AvailableBytes: 614_400_000, RouterBytes: 92_160_000 },
    Disk: { Path: '/data', FreeBytes: 50e9, TotalBytes: 100e9 },
    Temperatures: [{ Zone: 'cpu-thermal', Celsius: 51.2, LimitCelsius: 85 }],
    Storage: [{ Name: 'mmcblk0', Kind: 'eMMC', Model: 'DG4032', UsedPercent: 20, EndOfLife: 'normal' }],
    MachineSeconds: 5460,
    RouterSeconds: 60,
    Problems: [],
  })
  assert.ok(MachineHealth.safeParse({ ...now, CanTurnOff: false }).success)
})

test('a machine without any of these files has no problem', () => {
  const machine = fakeMachine()
  const { bus } = openCollectingBus()
  const history = openHistory({ path: ':memory:', clock: machine.clock, onFailure: assert.fail })
  const now = openHealthWatch({ machine, bus, history, path: '/data', isClockBehind: () => false }).now()
  assert.ok(MachineHealth.safeParse({ ...now, CanTurnOff: false }).success)
  assert.deepEqual([now.Problems, now.Temperatures, now.Storage, now.CPU.BusyPercent], [[], [], [], 0])
})

test('the processor is read over at least half a second of its time', () => {
  const { watch, set } = openBoard()
  set('/proc/stat', 'cpu  110 0 100 800 0 0 0 0 0 0')
  assert.equal(watch.now().CPU.BusyPercent, 0, '10 ticks are too few')
  set('/proc/stat', 'cpu  180 0 100 810 10 0 0 0 0 0')
  assert.equal(watch.now().CPU.BusyPercent, 80, 'waiting for the disk is not busy')
  assert.equal(watch.now().CPU.BusyPercent, 80, 'and the last value stays for who asks again at once')
})

test('each problem is listed', () => {
  const { machine, watch, set, card } = openBoard()
  Object.assign(machine.disk, { free: 1e9, total: 100e9 })
  set('/proc/meminfo', 'MemTotal:        1000000 kB\nMemAvailable:     40000 kB')
  set('/sys/class/thermal/thermal_zone0/temp', '85000')
  set(`${card}/life_time`, '0x0a 0x02')
  assert.deepEqual(watch.now().Problems, ['disk', 'memory', 'temperature', 'storage'])
})

test('wear is that of the most used cells, and only where the kernel reports it', () => {
  const { machine, set, card } = openBoard()
  const read = (life: string, end: string) => {
    set(`${card}/life_time`, life)
    set(`${card}/pre_eol_info`, end)
    const [{ UsedPercent, EndOfLife }] = readStorage(machine) as [ReturnType<typeof readStorage>[number]]
    return [UsedPercent, EndOfLife]
  }
  assert.deepEqual(read('0x00 0x00', '0x00'), [null, 'unknown'])
  assert.deepEqual(read('0x03 0x01', '0x02'), [30, 'warning'])
  assert.deepEqual(read('0x01 0x0b', '0x03'), [110, 'urgent'])
  assert.deepEqual(read('0xff 0x01', ''), [10, 'unknown'])
  machine.files.clear()
  set('/sys/class/mmc_host/mmc1/mmc1:aaaa/type', 'SD')
  set('/sys/class/mmc_host/mmc1/mmc1:aaaa/block/mmcblk1/size', '1')
  set('/sys/class/nvme/nvme0/model', 'KIOXIA')
  assert.deepEqual(readStorage(machine), [
    { Name: 'mmcblk1', Kind: 'SD card', Model: '', UsedPercent: null, EndOfLife: 'unknown' },
    { Name: 'nvme0', Kind: 'NVMe', Model: 'KIOXIA', UsedPercent: null, EndOfLife: 'unknown' },
  ])
})

test('worn storage is published once, also after a restart', () => {
  const { watch, published, set, card, open } = openBoard()
  watch.check()
  assert.deepEqual(published, [])
  set(`${card}/pre_eol_info`, '0x02')
  watch.check()
  watch.check()
  open().check()
  const event = { Name: 'mmcblk0', Model: 'DG4032', UsedPercent: 20, EndOfLife: 'warning' }
  assert.deepEqual(published, [['system:storage:worn', event]])
})

test('the history has a point for five minutes, of one day, and is kept over a restart', async () => {
  const { machine, watch, set, open } = openBoard()
  for (let minute = 1; minute <= 5; minute++) {
    await machine.clock.step(60_000)
    set('/proc/stat', `cpu  ${100 + minute * 100} 0 100 ${800 + minute * 300} 0 0 0 0 0 0`)
    watch.check()
  }
  const Time = Math.floor(machine.clock.now() / 1000)
  assert.deepEqual(watch.history(), [{ Time, BusyPercent: 25, MemoryPercent: 40, Celsius: 51.2 }])
  for (let point = 0; point < 300; point++) {
    await machine.clock.step(300_000)
    watch.check()
  }
  assert.equal(watch.history().length, 288)
  assert.deepEqual(open().history(), watch.history())
})

async function openSwitch(manager: 'systemd' | 'kernel' | undefined) {
  const { machine, watch } = openBoard()
  machine.power.manager = manager
  const { facts, change } = openMemoryFacts()
  const failures: string[] = []
  const turnOff = openPower({
    machine,
    stop: async () => void machine.powered.push('the router stops'),
    onFailure: (what, error) => failures.push(`${what}: ${error}`),
  })
  const handlers = healthHandlers({ facts, clock: machine.clock, watch, turnOff })
  const press = async (action: 'reboot' | 'shutdown', by: Caller = caller) =>
    handlers[action]({ params: {}, query: {}, body: undefined, caller: by })
  return { machine, facts, change, failures, handlers, press }
}

test('systemd reboots and turns off the machine, after the response', async () => {
  for (const [action, command] of [
    ['reboot', 'systemctl reboot'],
    ['shutdown', 'systemctl poweroff'],
  ] as const) {
    const { machine, press } = await openSwitch('systemd')
    await press(action)
    assert.deepEqual(machine.powered, [])
    await machine.clock.step(1000)
    assert.deepEqual(machine.powered, [command])
  }
})

test('without systemd, the router stops first and the kernel does it', async () => {
  const { machine, press } = await openSwitch('kernel')
  await press('shutdown')
  await machine.clock.step(1000)
  assert.deepEqual(machine.powered, ['the router stops', 'shutdown'])
})

test('a machine that the router shares is left alone', async () => {
  const { machine, handlers, press } = await openSwitch(undefined)
  for (const action of ['reboot', 'shutdown'] as const) await assert.rejects(press(action), Unavailable)
  await machine.clock.step(1000)
  assert.deepEqual(machine.powered, [])
  const now = await handlers.now({ params: {}, query: {}, body: undefined, caller })
  assert.equal((now as { CanTurnOff: boolean }).CanTurnOff, false)
})

test('with one-time codes, it needs the proof of one', async () => {
  const { machine, change, press } = await openSwitch('systemd')
  const row = { Name: ADMIN, Secret: '', Confirmed: true, AlwaysOn: false }
  await change((draft) => draft.otpUsers.put(ADMIN, row as never))
  await assert.rejects(press('reboot'), { kind: 'proof_missing' })
  await assert.rejects(press('reboot', { ...caller, isProved: false }), { kind: 'proof_missing' })
  await press('reboot', { ...caller, isProved: true })
  await machine.clock.step(1000)
  assert.deepEqual(machine.powered, ['systemctl reboot'])
})

test('a failure of the command is logged', async () => {
  const { machine, failures, press } = await openSwitch('systemd')
  machine.power.manager = undefined
  await press('reboot')
  await machine.clock.step(1000)
  const failure = new CommandFailed(['systemctl', 'reboot'], 1, 'System has not been booted with systemd')
  assert.deepEqual(failures, [`the reboot failed: ${failure}`])
})
