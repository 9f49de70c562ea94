import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openGatewayAnnouncements } from './gateway.ts'
import { openStations } from './stations.ts'

const PHONE = '02:00:00:00:00:01'
const LINKS = { 'wlan0.4096': '02:00:00:00:00:00', 'wlan1.4096': '02:00:00:00:01:00' }
const settle = () => new Promise(setImmediate)

async function open() {
  const memory = openMemoryFacts({ setup: { done: true } })
  const bus = openBus((error) => assert.fail(String(error)))
  const machine = fakeMachine()
  for (const [name, mac] of Object.entries(LINKS)) machine.ip.plug(name, mac)
  openGatewayAnnouncements({ machine, ...memory, bus, onFailure: (_, error) => assert.fail(String(error)) })
  const stations = openStations({ ...memory, bus })
  const join = async (Iface: string) => {
    await stations.join({ Iface, Event: 'AP-STA-CONNECTED', MAC: PHONE, Status: '', Router: '' })
    await settle()
  }
  const leave = (Iface: string) =>
    stations.leave({ Iface, Event: 'AP-STA-DISCONNECTED', MAC: PHONE, Status: '', Router: '' })
  const lease = (link: string) =>
    memory.change((draft) =>
      draft.leases.put(PHONE, { mac: PHONE, link, ip: '192.168.2.6', hostName: '', expiresAt: 0 }),
    )
  const { announced, clock } = machine
  return { announced, clock, join, leave, lease }
}

test('the router’s address is announced twice to a station that has roamed, and not to one without an address', async () => {
  const { announced, clock, join, lease } = await open()
  await join('wlan0.4096')
  assert.deepEqual(announced, [])
  await lease('wlan0.4096')
  await join('wlan1.4096')
  const announcement = '192.168.2.5 is at 02:00:00:00:01:00 on wlan1.4096'
  assert.deepEqual(announced, [announcement])
  await clock.step(2000)
  await settle()
  assert.deepEqual(announced, [announcement, announcement])
})

test('it is announced only once to a station that has left since', async () => {
  const { announced, clock, join, leave, lease } = await open()
  await join('wlan0.4096')
  await lease('wlan0.4096')
  await join('wlan1.4096')
  await leave('wlan1.4096')
  await clock.step(2000)
  await settle()
  assert.equal(announced.length, 1)
})
