import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '../../compiler/network.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import type { PppState } from '../../model/internet/ppp/ppp.ts'
import type { UplinkLease } from '../../presence/tables.ts'
import { plan } from '../driver.ts'
import { type PppDriver, pppDriver, type SessionItem } from './driver.ts'

const SESSION = {
  link: 'ppp0',
  carrier: 'wan0',
  parent: 'wan0',
  vlan: undefined,
  username: 'ada',
  secret: 'pw',
  mtu: 1492,
}
const LOG = '/run/ppp-ppp0.log'
const LEASE = '/run/uplink-ppp0.lease'
const UP = 'event=bound\nip=81.2.69.7\nmask=32\nrouter=81.2.69.1\ndns=81.2.70.53 \nsince=1709287200\n'
const LEASED: UplinkLease = {
  link: 'ppp0',
  address: '81.2.69.7/32',
  router: '81.2.69.1',
  routes: [],
  dns: ['81.2.70.53'],
  mtu: 1492,
}
const REFUSAL = ['Connected to 02:00:00:00:00:09 via interface wan0', 'CHAP authentication failed: Access denied']

function open(machine = fakeMachine()) {
  if (!machine.ip.links.has('wan0')) machine.ip.plug('wan0')
  const leases: (UplinkLease | undefined)[] = []
  const states: (PppState | undefined)[] = []
  const driver: PppDriver = pppDriver(machine, '/run', {
    lease: async (_link, lease) => void leases.push(lease),
    state: (link) => states.push(driver.state(link)),
  })
  const settle = () => new Promise(setImmediate)
  const want = async (...sessions: (typeof SESSION)[]) => {
    const items = driver.frame({ sessions } as unknown as Frame)
    await driver.apply(plan<SessionItem>(await driver.read(undefined as never), items))
    await settle()
  }
  const connect = async (): Promise<void> => {
    machine.ip.plug('ppp0', '')
    machine.ip.links.get('ppp0')!.mtu = 1492
    machine.writeFile(LEASE, UP, 0o600)
    await settle()
  }
  const says = async (...lines: string[]) => {
    machine.pppd.log(LOG, ...lines)
    await settle()
  }
  const words = () => states.map((state) => state && `${state.state}: ${state.reason}`)
  return { machine, driver, leases, states, words, want, connect, says, settle }
}

test('a session gets its address, gateway and resolvers from the script of pppd, and its MTU from the link', async () => {
  const { machine, leases, states, want, connect } = open()
  await want(SESSION)
  assert.equal(machine.pppd.running.size, 1)
  await connect()
  assert.deepEqual(leases, [undefined, LEASED])
  assert.deepEqual(states.at(-1), { state: 'connected', reason: 'connected', since: 1_709_287_200_000 })
})

test('the credentials are in a file, and not on the command line', async () => {
  const { machine, want } = open()
  await want({ ...SESSION, username: 'a "b" \\c # d', secret: "e'f $g" })
  const [pid = 0] = machine.pppd.running.keys()
  assert.equal(machine.files.get(`/proc/${pid}/cmdline`), 'pppd\0file\0/run/ppp-ppp0.options')
  const lines = machine.files.get('/run/ppp-ppp0.options')?.split('\n') ?? []
  assert.ok(lines.includes('user "a \\"b\\" \\\\c # d"'))
  assert.ok(lines.includes('password "e\'f $g"'))
  assert.ok(lines.includes('nic-wan0'))
})

test('a session that runs as wanted is adopted by the next router, with its address', async () => {
  const first = open()
  await first.want(SESSION)
  await first.connect()
  const [pid] = first.machine.pppd.running.keys()
  first.driver[Symbol.dispose]()

  const { machine, leases, words, want } = open(first.machine)
  await want(SESSION)
  assert.deepEqual([...machine.pppd.running.keys()], [pid])
  assert.deepEqual(leases, [LEASED])
  assert.deepEqual(words(), ['connected: connected'])
  await want({ ...SESSION, secret: 'another' })
  assert.notDeepEqual([...machine.pppd.running.keys()], [pid])
})

test('an address of a session that has ended before a restart is dropped', async () => {
  const first = open()
  await first.want(SESSION)
  await first.connect()
  first.driver[Symbol.dispose]()
  for (const pid of first.machine.pppd.running.keys()) first.machine.pppd.end(pid)
  const { machine, leases, want } = open(first.machine)
  await want(SESSION)
  assert.deepEqual(leases, [undefined])
  assert.equal(machine.pppd.running.size, 1)
})

test('pppd that is killed loses its address, and is started again', async () => {
  const { machine, leases, words, want, connect, settle } = open()
  await want(SESSION)
  await connect()
  const [pid = 0] = machine.pppd.running.keys()
  machine.pppd.end(pid)
  assert.equal(leases.at(-1), undefined)
  assert.equal(words().at(-1), 'connecting: pppd has ended')
  await machine.clock.step(1000)
  await settle()
  assert.equal(machine.pppd.running.size, 1)
  assert.equal(words().at(-1), 'connecting: connecting to the provider')
})

test('a refused password is shown with the provider’s reason, and not tried again immediately', async () => {
  const { machine, words, want, says, settle } = open()
  await want(SESSION)
  await says(...REFUSAL)
  assert.equal(words().at(-1), 'refused: the provider refuses the user name or password: Access denied')
  assert.equal(machine.pppd.running.size, 0)
  await machine.clock.step(29_000)
  assert.equal(machine.pppd.running.size, 0)
  await machine.clock.step(1000)
  await settle()
  assert.equal(machine.pppd.running.size, 1)
  await says(...REFUSAL)
  await machine.clock.step(31_000)
  await settle()
  assert.equal(machine.pppd.running.size, 0)
  await want({ ...SESSION, secret: 'the right one' })
  assert.equal(machine.pppd.running.size, 1)
})

test('a provider that ends the session, and one that does not answer, are shown', async () => {
  const { leases, machine, words, want, connect, says, settle } = open()
  await want(SESSION)
  await says('Timeout waiting for PADO packets', 'Unable to complete PPPoE Discovery')
  assert.equal(words().at(-1), 'unanswered: no answer from the provider')
  await connect()
  assert.equal(words().at(-1), 'connected: connected')
  await says('remote IP address 81.2.69.1', 'LCP terminated by peer (maintenance)')
  assert.equal(words().at(-1), 'connected: connected')
  machine.writeFile(LEASE, 'event=deconfig\n', 0o600)
  await settle()
  assert.equal(leases.at(-1), undefined)
  assert.equal(words().at(-1), 'connecting: the provider has ended the session: maintenance')
  machine.writeFile(LEASE, UP.replace('ip=81.2.69.7', 'ip=81.2.69.8'), 0o600)
  await settle()
  assert.equal(leases.at(-1)?.address, '81.2.69.8/32')
})

test('the reason is reported for a session without its link, without pppd, or with an invalid address', async () => {
  const { machine, words, want, settle } = open()
  await want({ ...SESSION, carrier: 'wan9' })
  assert.equal(words().at(-1), 'failed: wan9 is missing')
  machine.pppd.refuse('spawn pppd ENOENT')
  await want(SESSION)
  assert.equal(words().at(-1), 'failed: pppd is not installed (Debian package ppp)')
  machine.pppd.refuse(undefined)
  await machine.clock.step(5000)
  await settle()
  assert.equal(machine.pppd.running.size, 1)
  machine.writeFile(LEASE, UP.replace('ip=81.2.69.7', 'ip=127.0.0.1'), 0o600)
  await settle()
  assert.equal(words().at(-1), 'failed: the provider gave an address that cannot be used')
})

test('a session that is no longer wanted is ended, with its files and its address', async () => {
  const { machine, leases, states, want, connect } = open()
  await want(SESSION)
  await connect()
  await want()
  assert.equal(machine.pppd.running.size, 0)
  assert.deepEqual([leases.at(-1), states.at(-1)], [undefined, undefined])
  assert.deepEqual(machine.listFiles('/run'), [])
  await want(SESSION)
  assert.equal(machine.pppd.running.size, 1)
})
