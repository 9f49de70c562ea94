import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DryRun } from '../../../router/model/messages/automations/contract.ts'
import { until } from '../../process/until.ts'
import {
  API_SOCKET,
  api,
  changedFilesOfPackages,
  joinNetwork,
  LINKS,
  openSite,
  PROVIDER,
  permit,
  setUp,
  stateOf,
} from './install.fixture.ts'

/** `sallyport install` on a Debian machine with systemd, and back. */
const site = await openSite()
after(() => site[Symbol.asyncDispose]())
const { debian, laptop, desk, provider, sallyport } = site
const { namespace: machine } = debian

const before = await stateOf(debian)
const packages = await changedFilesOfPackages(debian)

test('the plan is shown, and nothing is changed without an agreement', async () => {
  const shown = await sallyport('install', ...LINKS, '--plan')
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /takes these links from .*systemd-networkd\b.*, and no others/)
  assert.match(shown.stdout, /create the system user sallyport/)
  const refused = await sallyport('install', ...LINKS)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /no terminal/)
  assert.deepEqual(await stateOf(debian), before)
})

test('a link that does not exist, and another firewall, are refused with words', async () => {
  assert.match((await sallyport('install', '--uplink', 'wan7', '--lan', 'lan0', '--yes')).stderr, /no link wan7/)
  await machine.run(['sh', '-c', 'mkdir -p /etc/ufw && echo ENABLED=yes > /etc/ufw/ufw.conf'])
  assert.match((await sallyport('install', ...LINKS, '--yes')).stderr, /ufw manages the firewall.*sudo ufw disable/)
  await machine.run(['rm', '/etc/ufw/ufw.conf'])
  assert.deepEqual(await stateOf(debian), before)
})

test('the router runs as its own user, is contained, and only its links were taken over', async () => {
  const done = await sallyport('install', ...LINKS, '--yes')
  assert.equal(done.code, 0, `${done.stdout}\n${done.stderr}`)
  assert.match(debian.changes('opt').join('\n'), /^with opt\/sallyport$/m)
  for (const [folder, library] of [
    ['', 'fastify'],
    ['web/dist', 'react'],
  ] as const)
    assert.match(
      await machine.run(['cat', `/opt/sallyport/current/${folder}/licenses.txt`]),
      new RegExp(`^${library} [\\d.]+ \\(MIT\\)$`, 'm'),
    )
  const pid = (await machine.run(['systemctl', 'show', '--value', '--property=MainPID', 'sallyport'])).trim()
  const status = await machine.run(['cat', `/proc/${pid}/status`])
  assert.match(status, /^CapEff:\s*0+3400$/m)
  assert.match(status, /^NoNewPrivs:\s*1$/m)
  assert.doesNotMatch(status, /^Uid:\s*0/m)
  const security = await machine.run(['systemd-analyze', 'security', '--no-pager', 'sallyport.service'])
  assert.ok(Number(/Overall exposure level for sallyport.service: ([\d.]+)/.exec(security)?.[1]) <= 2.5, security)
  const links = await machine.run(['networkctl', '--no-legend', '--no-pager'])
  for (const name of ['wan0', 'lan0']) assert.match(links, new RegExp(`${name} .*unmanaged`))
  assert.match(links, /desk0 .*configured/)
})

test('a device of the household gets an address, and the internet by its policies', async () => {
  await setUp(site)
  await joinNetwork(site)
  assert.match(await laptop.run(['ip', '-4', 'addr', 'show', 'eth0']), /inet 192\.168\.2\.\d+/)
  assert.ok(!(await laptop.connects(PROVIDER, 80)), 'a device without policies has no internet')
  await permit(site)
  await until('the uplink to have an address', () => laptop.connects(PROVIDER, 80))
  assert.ok(!(await desk.connects('10.99.0.2', 80)), 'the administrator port is not a link of the router: it is closed')
})

test('traffic passes while the router is killed, and systemd starts it again', async () => {
  await machine.run(['systemctl', 'kill', '--kill-who=main', '--signal=KILL', 'sallyport'])
  assert.ok(await laptop.connects(PROVIDER, 80))
  await until(
    'the router to answer again',
    async () =>
      (await machine.outcome(['curl', '-sf', '--unix-socket', API_SOCKET, 'http://localhost/version'])).code === 0,
  )
})

test('root runs only what is permitted, and only for the router', async () => {
  const ask = (user: string, argv: readonly string[]) =>
    machine.outcome(
      [...['runuser', '-u', user, '--'], 'socat', '-t', '10', '-', 'UNIX-CONNECT:/run/sallyport-root.socket'],
      { input: `${JSON.stringify({ argv })}\n` },
    )
  assert.match((await ask('nobody', ['systemctl', 'reboot'])).stderr, /Permission denied/)
  assert.deepEqual(JSON.parse((await ask('sallyport', ['cat', '/etc/shadow'])).stdout), {
    output: 'not permitted',
  })
  assert.deepEqual(JSON.parse((await ask('sallyport', ['systemctl', 'start', 'ssh'])).stdout), {
    output: 'not permitted',
  })
  // The kernel has one clock for all machines of this test, which may not set it: date(1) was run.
  assert.match(
    JSON.parse((await ask('sallyport', ['date', '--utc', '--set=@1700000000.000'])).stdout).output,
    /cannot set date/,
  )
})

test('the machine gets the name that its owner chooses', async () => {
  await api(debian, '/info/hostname', 'fort')
  assert.equal((await machine.run(['hostname'])).trim(), 'fort')
  assert.equal(await api(debian, '/info/hostname'), 'fort')
})

test('a script of an automation runs in a sandbox, in a separate unit', async () => {
  const Source = "on('dhcp:response', async () => notify('seen', Object.keys(await api.devices.list()).length))"
  const answer = (await api(debian, '/automations/installed/dryrun', { Source, Scopes: ['/devices:r'] })) as DryRun
  assert.deepEqual([answer.Failed, answer.Notices.at(-1)], [0, 'seen: 1'])
  const unit = await machine.run(['journalctl', '--no-pager', '--unit=sallyport-scripts@*'])
  assert.match(unit, /Started sallyport-scripts@/)
})

test('after a power cut the firewall is closed before the network, and the router enforces again', async () => {
  await debian.powerCycle()
  await until(
    'the router to run',
    async () => (await machine.outcome(['systemctl', 'is-active', '--quiet', 'sallyport'])).code === 0,
  )
  const times = await machine.run([
    'systemctl',
    'show',
    '--property=ActiveEnterTimestampMonotonic',
    '--value',
    'sallyport-closed.service',
    'systemd-networkd.service',
  ])
  const [closed = 0, network = 0] = times.trim().split(/\s+/).map(Number)
  assert.ok(closed > 0 && closed <= network, times)
  await joinNetwork(site)
  await until('the internet', () => laptop.connects(PROVIDER, 80))
})

test('an installation that is not confirmed is undone, also after a power cut, and leaves nothing', async () => {
  const timer = await machine.run(['systemctl', 'list-timers', '--no-pager', 'sallyport-undo.timer'])
  assert.match(timer, /sallyport-undo\.service/)
  // What the timer starts after five minutes.
  await machine.outcome(['systemctl', 'start', 'sallyport-undo.service'], { timeoutMs: 120_000 })
  await until('the addresses to be back', async () =>
    (await machine.run(['ip', '-br', '-4', 'addr'])).includes('81.2.69.7/24'),
  )
  await provider.run(['ping', '-c', '1', '-W', '5', '81.2.69.7'])
  assert.deepEqual(await stateOf(debian), before)
})

test('a confirmed installation stays, and uninstalling it leaves nothing but the saved state', async () => {
  const again = await sallyport('install', ...LINKS, '--yes')
  assert.equal(again.code, 0, `${again.stdout}\n${again.stderr}`)
  const kept = await sallyport('confirm')
  assert.equal(kept.code, 0, kept.stderr)
  assert.equal((await machine.outcome(['systemctl', 'is-active', '--quiet', 'sallyport-undo.timer'])).code, 3)
  assert.match((await sallyport('install', ...LINKS, '--yes')).stderr, /is installed here/)
  assert.equal(Object.keys((await api(debian, '/devices')) as object).length, 1, 'the settings were kept')
  const gone = await sallyport('uninstall', '--yes')
  assert.equal(gone.code, 0, `${gone.stdout}\n${gone.stderr}`)
  assert.match(gone.stdout, /kept in \/var\/lib\/sallyport/)
  assert.deepEqual(await stateOf(debian), before)
  assert.equal(await changedFilesOfPackages(debian), packages)
})
