import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { openTemporaryHome, SALLYPORT } from '../home/opened.ts'
import { until } from '../process/until.ts'

/** A home that `npm start` opens, and commands for it. lab/docs/instructions.test.ts runs those that the page about it shows. */
const { home } = await openTemporaryHome()

test('a home opens: the printed password works, devices have joined, commands run inside them', {
  timeout: 120_000,
}, async () => {
  await home.start('--quiet')
  assert.equal(await home.status('/devices', `admin:${home.password}`), 200)
  assert.equal(await home.status('/devices'), 401, 'the local port is no way around the password')
  assert.equal(await home.status('/setup'), 400, 'it is set up')
  assert.match(home.command('list').stdout, /^laptop +wlan0\.\d+ +192\.168\.2\.\d+ +02:/m)
  const run = home.command('exec', 'laptop', '--', 'sh', '-c', 'hostname; curl -s http://www.test/whoami; exit 7')
  assert.match(run.stdout, /^laptop\n81\.2\.69\.\d+\n$/)
  assert.equal(run.status, 7)
})

/** Runs `sallyport users` with this first line of the input. */
const users = (words: readonly string[], input = '') =>
  spawnSync(process.execPath, [SALLYPORT, 'users', ...words], {
    env: home.environment,
    encoding: 'utf8',
    input: `${input}\n`,
  })
const listed = (): string => users(['list']).stdout
const signsIn = async (login: string): Promise<boolean> => (await home.status('/status', login)) === 200

test('users are added with a role, and sign in with their password', async () => {
  assert.equal(listed(), 'NAME   ROLE   GROUPS  ONE-TIME CODES  PASSKEYS\nadmin  owner  -       no              0\n')
  await home.put('/groups', { Name: 'children' })
  await home.put('/groups', { Name: 'guests' })
  const alex = users(['add', 'alex', '--role', 'viewer'], 'a password of alex')
  assert.deepEqual([alex.status, alex.stdout], [0, 'alex has the role viewer\n'], alex.stderr)
  const robin = users(['add', 'robin', '--role', 'parent', '--group', 'children', '--group', 'guests'], 'one of robin')
  assert.equal(robin.stdout, 'robin has the role parent for children, guests\n', robin.stderr)
  assert.match(listed(), /^robin +parent +children, guests +no +0$/m)
  assert.ok((await signsIn('alex:a password of alex')) && (await signsIn('robin:one of robin')))
  assert.equal(await home.status('/users', 'alex:a password of alex'), 403)
})

const vpn = (...words: string[]) => home.sallyport('vpn', ...words)

test('a VPN device gets a QR code, and is listed', () => {
  assert.match(vpn('list').stdout, /^no VPN devices yet/)
  const { stdout, status, stderr } = vpn('add', 'phone')
  assert.equal(status, 0, stderr)
  const code = stdout.split('\n').filter((line) => /^[█▀▄ ]+$/.test(line))
  assert.ok(code.length > 30 && code.every((line) => line.length === code[0]!.length && line.length < 80))
  assert.match(stdout, /^Scan this code with the WireGuard app on phone/m)
  assert.match(vpn('list').stdout, /^phone +never connected +192\.168\.2\.\d+ +- +never +0 B +0 B$/m)
})

test('Ctrl-C removes everything', { timeout: 60_000 }, async () => {
  assert.ok(home.processes().length > 5)
  await home.end('SIGINT')
  await until('the end of all its processes', () => home.processes().length === 0)
  assert.equal(home.command('reset').status, 0)
})
