import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME, MAC, openDriver } from './driver.fixture.ts'

test('a radio that is unplugged is waited for, and started when it is plugged in again', async () => {
  const { machine, want, changeLinks, step, states, events } = openDriver()
  machine.ip.plug('wlan0', MAC)
  await want(HOME)
  const [first] = machine.hostapd.pids()
  await changeLinks(() => machine.ip.unplug('wlan0'))
  assert.deepEqual([machine.hostapd.pids(), states, events.at(-1)], [[], ['running', 'missing'], 'stopped'])
  await step(600_000)
  assert.deepEqual(machine.hostapd.pids(), [])
  await changeLinks(() => machine.ip.plug('wlan0', MAC))
  assert.equal(machine.hostapd.pids().length, 1)
  assert.notEqual(machine.hostapd.pids()[0], first)
  assert.deepEqual(states.at(-1), 'running')
})

test('a radio that was replugged before its absence was detected is started again', async () => {
  const { machine, want, changeLinks } = openDriver()
  machine.ip.plug('wlan0', MAC)
  await want(HOME)
  const before = machine.hostapd.pids()
  await changeLinks(() => {
    machine.ip.unplug('wlan0')
    machine.ip.plug('wlan0', MAC)
  })
  assert.equal(machine.hostapd.pids().length, 1)
  assert.notDeepEqual(machine.hostapd.pids(), before)
})

test('a daemon of a radio that was replugged while the router was away is not taken over', async () => {
  const { machine, want, driver } = openDriver()
  machine.ip.plug('wlan0', MAC)
  await want(HOME)
  const before = machine.hostapd.pids()
  driver[Symbol.dispose]()
  machine.ip.unplug('wlan0')
  machine.ip.plug('wlan0', MAC)
  await openDriver(machine).want(HOME)
  assert.equal(machine.hostapd.pids().length, 1)
  assert.notDeepEqual(machine.hostapd.pids(), before)
})

test('settings do not run on another radio that has the name', async () => {
  const { machine, want, changeLinks, driver } = openDriver()
  machine.ip.plug('wlan0', '02:00:00:00:bb:00')
  await want(HOME, { mac: MAC })
  assert.deepEqual([machine.hostapd.pids(), driver.states().get('wlan0')?.state], [[], 'missing'])
  await changeLinks(() => {
    machine.ip.unplug('wlan0')
    machine.ip.plug('wlan0', MAC)
  })
  assert.equal(driver.states().get('wlan0')?.state, 'running')
})

test('other links that come and go do not matter', async () => {
  const { machine, want, changeLinks } = openDriver()
  machine.ip.plug('wlan0', MAC)
  await want(HOME)
  const before = machine.hostapd.pids()
  await changeLinks(() => machine.ip.plug('wlan0.4096', MAC))
  assert.deepEqual(machine.hostapd.pids(), before)
})
