import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '../../compiler/network.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import type { UplinkLease } from '../../presence/tables.ts'
import { parseSubnet } from '../../values/subnet.ts'
import { plan } from '../driver.ts'
import { parseLease } from '../lease.ts'
import { savedLease, uplinkDriver } from './driver.ts'

const FILE = '/run/uplink-wan0.lease'
const report = (event: string, ip = '81.2.69.100'): string =>
  `event=${event}\nip=${ip}\nmask=24\nrouter=81.2.69.1 81.2.69.2\n`
const LEASE: UplinkLease = { link: 'wan0', address: '81.2.69.100/24', router: '81.2.69.1', routes: [] }

function openUplink() {
  const machine = fakeMachine()
  const learned: (UplinkLease | undefined)[] = []
  machine.ip.plug('wan0')
  const linkNow = (link: string) => machine.ip.links.get(link)
  const driver = uplinkDriver(machine, '/run', linkNow, (_link, lease) => learned.push(lease))
  const inNetwork = (network: string, ...links: string[]) =>
    driver.frame({
      uplinks: links.map((link) => ({ link, dhcp: true, address: undefined, router: undefined, network })),
      readdressed: [],
    } as unknown as Frame)
  const want = (...links: string[]) => inNetwork('', ...links)
  return { machine, learned, driver, want, inNetwork }
}

const clients = (machine: ReturnType<typeof fakeMachine>): number =>
  [...machine.running].filter((argv) => argv.includes('udhcpc')).length

test('one client is started for an uplink with DHCP, and its lease is saved', async () => {
  const { machine, learned, driver, want } = openUplink()
  await driver.apply(plan(new Map(), want('wan0')))
  assert.equal(clients(machine), 1)
  assert.deepEqual(plan(await driver.read({} as never), want('wan0')), [])
  machine.writeFile(FILE, report('bound'), 0o600)
  assert.deepEqual(learned, [LEASE])
})

test('the client is restarted if its link is replaced by another of the same name', async () => {
  const { machine, driver, want } = openUplink()
  await driver.apply(plan(new Map(), want('wan0')))
  machine.ip.unplug('wan0')
  assert.deepEqual(plan(await driver.read({} as never), want('wan0')), [])
  machine.ip.plug('wan0')
  const steps = plan(await driver.read({} as never), want('wan0'))
  assert.deepEqual(
    steps.map(({ key, value }) => [key, value]),
    [['client wan0', { kind: 'client', link: 'wan0', mac: '', network: '' }]],
  )
  await driver.apply(steps)
  assert.equal(clients(machine), 1)
  assert.deepEqual(plan(await driver.read({} as never), want('wan0')), [])
})

test('the client is restarted after the carrier returns; the old lease is valid until then', async () => {
  const { machine, learned, driver, want } = openUplink()
  await driver.apply(plan(new Map(), want('wan0')))
  machine.writeFile(FILE, report('bound'), 0o600)
  const link = machine.ip.links.get('wan0')!
  link.up = false
  assert.deepEqual(plan(await driver.read({} as never), want('wan0')), [])
  link.up = true
  const [before] = [...machine.running]
  await driver.apply(plan(await driver.read({} as never), want('wan0')))
  assert.equal(clients(machine), 1)
  assert.ok(before && !machine.running.has(before))
  machine.writeFile(FILE, report('deconfig'), 0o600)
  assert.deepEqual(learned, [LEASE])
  assert.deepEqual(plan(await driver.read({} as never), want('wan0')), [])
})

test('the client is restarted with another MAC address', async () => {
  const { machine, learned, driver, want } = openUplink()
  await driver.apply(plan(new Map(), want('wan0')))
  machine.writeFile(FILE, report('bound'), 0o600)
  const other = new Map([
    ['client wan0', { kind: 'client', link: 'wan0', mac: '02:00:00:00:aa:01', network: '' } as const],
  ])
  const [before] = [...machine.running]
  await driver.apply(plan(want('wan0'), other))
  assert.equal(clients(machine), 1)
  assert.ok(before && !machine.running.has(before))
  assert.deepEqual(plan(await driver.read({} as never), other), [])
  machine.writeFile(FILE, report('deconfig'), 0o600)
  machine.writeFile(FILE, report('bound', '81.2.69.101'), 0o600)
  assert.deepEqual(learned, [LEASE, { ...LEASE, address: '81.2.69.101/24' }])
})

test('a lease of one wifi network is dropped when the link joins another', async () => {
  const { machine, learned, driver, want, inNetwork } = openUplink()
  const converge = async (items: ReturnType<typeof want>) => driver.apply(plan(await driver.read({} as never), items))
  await converge(want('wan0'))
  await converge(inNetwork('cafe', 'wan0'))
  assert.equal(clients(machine), 1)
  machine.writeFile(FILE, report('bound'), 0o600)
  await converge(inNetwork('cafe', 'wan0'))
  assert.deepEqual(learned, [LEASE])
  const [before] = [...machine.running]
  await converge(inNetwork('home', 'wan0'))
  assert.deepEqual(learned, [LEASE, undefined])
  assert.ok(before && !machine.running.has(before))
  assert.equal(clients(machine), 1)
})

test('a client that is no longer needed is stopped, and its lease removed', async () => {
  const { machine, learned, driver, want } = openUplink()
  await driver.apply(plan(new Map(), want('wan0')))
  await driver.apply(plan(want('wan0'), want()))
  assert.equal(clients(machine), 0)
  assert.deepEqual(learned, [undefined])
})

test('a restarted router keeps the lease until the client reports another', async () => {
  const { machine, learned, driver, want } = openUplink()
  machine.writeFile(FILE, report('bound'), 0o600)
  assert.deepEqual(savedLease(machine, '/run', 'wan0'), LEASE)
  await driver.apply(plan(new Map(), want('wan0')))
  machine.writeFile(FILE, report('deconfig', ''), 0o600)
  assert.deepEqual(learned, [])
  machine.writeFile(FILE, report('bound', '81.2.69.101'), 0o600)
  machine.writeFile(FILE, report('deconfig', ''), 0o600)
  assert.deepEqual(learned, [{ ...LEASE, address: '81.2.69.101/24' }, undefined])
})

test('only valid addresses are accepted from a DHCP server', () => {
  const lease = (text: string) => parseLease('wan0', text).lease
  assert.deepEqual(lease(report('renew')), LEASE)
  assert.equal(lease('event=bound\nip=$(reboot)\nmask=24\nrouter=81.2.69.1'), undefined)
  assert.equal(lease('event=bound\nip=81.2.69.100\nmask=24\nrouter=81.2.69.1; rm'), undefined)
  assert.equal(lease('event=bound\nip=81.2.69.100\nmask=240\nrouter=81.2.69.1'), undefined)
  for (const ip of ['0.0.0.0', '127.0.0.1', '169.254.1.1', '224.0.0.5', '255.255.255.255'])
    assert.equal(lease(report('bound', ip)), undefined, ip)
  assert.equal(lease('event=leasefail\nip=81.2.69.100\nmask=24\nrouter=81.2.69.1'), undefined)
  assert.equal(lease(''), undefined)
})

test('the resolvers that a provider offers are kept, if they are addresses', () => {
  const lease = (dns: string) => parseLease('wan0', `${report('bound')}dns=${dns}\n`).lease
  assert.deepEqual(lease('81.2.70.53 127.0.0.1 $(reboot) 9.9.9.9 '), { ...LEASE, dns: ['81.2.70.53', '9.9.9.9'] })
  assert.deepEqual(lease(''), LEASE)
})

test('the time servers that a provider offers are kept, if they are addresses', () => {
  const { lease } = parseLease('wan0', `${report('bound')}ntpsrv=81.2.70.123 0.0.0.0 ntp.test 81.2.70.124\n`)
  assert.deepEqual(lease, { ...LEASE, timeServers: ['81.2.70.123', '81.2.70.124'] })
})

test('classless routes take the place of the router option', () => {
  const lease = (staticroutes: string, router = '81.2.69.1') =>
    parseLease('wan0', `event=bound\nip=81.2.69.100\nmask=32\nrouter=${router}\nstaticroutes=${staticroutes}\n`).lease
  const net = (text: string) => parseSubnet(text)!
  assert.deepEqual(lease(''), { ...LEASE, address: '81.2.69.100/32' })
  assert.deepEqual(lease('81.2.69.2/32 0.0.0.0 0.0.0.0/0 81.2.69.2 10.9.0.0/16 81.2.69.3 ', '81.2.69.9'), {
    link: 'wan0',
    address: '81.2.69.100/32',
    router: '81.2.69.2',
    routes: [{ net: net('10.9.0.0/16'), via: '81.2.69.3' }],
  })
  assert.equal(lease('0.0.0.0/0 81.2.69.2', '')?.router, '81.2.69.2')
  assert.equal(lease('10.9.0.0/16 81.2.69.3', '')?.router, undefined)
  // Half of the internet, the loopback network, a multicast group, an invalid gateway, and an incomplete pair.
  const strange = '0.0.0.0/1 81.2.69.3 127.0.0.0/8 81.2.69.3 224.0.0.0/4 81.2.69.3 10.8.0.0/16 127.0.0.1 10.7.0.0/16'
  assert.deepEqual(lease(strange)?.routes, [])
  assert.equal(lease(Array(99).fill('10.9.0.0/16 81.2.69.3').join(' '))?.routes.length, 32)
})
