import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ECHO_PORT, WEB } from '../guests/addresses.ts'
import { freePort, OpenedHome, SALLYPORT } from '../home/opened.ts'
import { until } from '../process/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-'))
after(() => {
  for (const home of [first, second]) home.child?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const first = new OpenedHome(await freePort(), folder)
const second = new OpenedHome(await freePort(), folder)

test('a second start of a home is refused, as is its reset, and another home opens on another port', {
  timeout: 240_000,
}, async () => {
  await first.start('--quiet')
  await second.start('--unset', '--uplink', 'private')
  assert.equal(await second.status('/setup'), 200, 'it waits for its wizard')
  assert.equal(await first.status('/setup'), 400)
  const again = spawnSync(process.execPath, [SALLYPORT, 'start'], { env: first.environment, encoding: 'utf8' })
  assert.equal(again.status, 1)
  assert.match(again.stderr, /already running/)
  assert.match(first.command('reset').stderr, /is running/)
  await second.end('SIGTERM')
})

test('a device leaves and joins on command', () => {
  assert.match(first.command('leave', 'phone').stdout, /^phone +away/m)
  assert.match(first.command('join', 'phone').stdout, /^phone +wlan0\.\d+ +192\.168\.2\.\d+/m)
})

test('a device with a new name joins with the pending passphrase, and not without one', async () => {
  const refused = first.command('join', 'newphone')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /"newphone" has no passphrase/)
  assert.doesNotMatch(first.command('list').stdout, /newphone/)
  await first.put('/device?identity=pending', {
    MAC: 'pending',
    Name: 'Mum’s phone',
    Policies: ['wan', 'dns'],
    PSKEntry: { Type: 'sae', Psk: '' },
  })
  assert.match(first.command('join', 'newphone').stdout, /^newphone +wlan0\.\d+ +192\.168\.2\.\d+/m)
  assert.match(first.command('list').stdout, /^newphone +wlan0/m)
  assert.equal(first.command('exec', 'newphone', '--', 'curl', '-s', 'http://www.test/whoami').status, 0)
  assert.match(first.command('join', 'router').stderr, /"router" is no device/)
  assert.match(first.command('join', '../x').stderr, /cannot be a name/)
  assert.match(
    first.command('exec', 'nobody', '--', 'true').stderr,
    /there are laptop, .*newphone, roadwarrior, internet/,
  )
})

test('a device with a new name is connected to the switch, without access to the internet', () => {
  assert.match(first.command('join', 'visitor', '--wired').stdout, /^visitor +lan0 +192\.168\.2\.\d+/m)
  assert.notEqual(first.command('exec', 'visitor', '--', 'curl', '-sm', '2', 'http://www.test/').status, 0)
  assert.match(first.command('join', 'phone', '--wired').stderr, /"phone" connects by wifi/)
})

test('a port forward is reachable from the virtual internet', async () => {
  const printer = first.command('exec', 'printer', '--', 'hostname', '-I').stdout.trim()
  const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8443', DstIP: printer, DstPort: '9100' }
  const router = first.command('exec', 'laptop', '--', 'curl', '-s', 'http://www.test/whoami').stdout.trim()
  const knock = ['exec', 'internet', '--', 'busybox', 'nc', '-w', '2', router, '8443'] as const
  assert.notEqual(first.command(...knock).status, 0)
  await first.put('/firewall/forward', forward)
  assert.equal(first.command(...knock).status, 0)
})

test('a killed daemon is restarted; permitted traffic continues', {
  timeout: 120_000,
}, async () => {
  const log = () => readFileSync(join(first.data, 'home/router.log'), 'utf8')
  const daemon = () => first.processes().find(({ argv }) => argv.includes('daemon/main.js'))?.pid
  const fetches = (name: string, seconds: string) =>
    first.command('exec', name, '--', 'curl', '-s', '-m', seconds, '-o', '/dev/null', `http://${WEB}/`).status === 0
  const ticks = `while echo tick; do sleep 0.1; done | busybox nc ${WEB} ${ECHO_PORT}`
  const talk = first.spawn('exec', 'laptop', '--', 'sh', '-c', ticks)
  let received = 0
  talk.stdout?.on('data', (text: Buffer) => (received += text.length))
  await until('the connection', () => received > 0)

  const killed = daemon() ?? assert.fail('no daemon runs')
  process.kill(killed, 'SIGKILL')
  // The next daemon is stopped before it answers, so that there is none for as long as the checks take.
  const next = await until('another daemon', () => [daemon()].find((pid) => pid !== killed))
  process.kill(next, 'SIGSTOP')
  assert.match(first.command('list').stdout, /^the router has stopped and is started again: it was killed$/m)
  const before = received
  assert.ok(fetches('laptop', '20'))
  assert.ok(!fetches('camera', '2'))
  await until('the connection to go on', () => received > before)
  process.kill(next, 'SIGCONT')
  await until('the router', async () => (await first.status('/setup').catch(() => 0)) === 400, 60_000)
  talk.kill()
  assert.equal(daemon(), next)
  assert.equal(await first.status('/devices', `admin:${first.password}`), 200)
  await until('its restart to be listed', () =>
    /^the router was started again once/m.test(first.command('list').stdout),
  )
  assert.match(log(), /the router has stopped: it was killed; it is started again in 0\.5 s/)
  // Commands are waited for without reading the output of the home.
  await until('the line about it', () => first.printed.includes('the router is running again'))
})

test('after kill -9, the next start works and keeps its state', {
  timeout: 60_000,
}, async () => {
  const { password } = first
  await first.end('SIGKILL')
  await first.start('--quiet')
  assert.equal(first.password, password)
  assert.equal(await first.status('/devices', `admin:${password}`), 200)
  await first.end('SIGTERM')
  await until('the end of all its processes', () => first.processes().length === 0)
})
