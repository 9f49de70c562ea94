import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { openTemporaryHome, SALLYPORT } from '../home/opened.ts'

/** The commands `sallyport vpn` and `sallyport users`. The last stories change the password of the administrator. */
const { home, folder } = await openTemporaryHome()

const file = join(folder, 'road.conf')
const vpn = (...words: string[]) => home.sallyport('vpn', ...words)
const knocks = (ip: string, port: string): boolean =>
  home.command('exec', 'roadwarrior', '--', 'busybox', 'nc', '-w', '2', ip, port, '-e', 'true').status === 0
const addressOf = (name: string): string => home.command('exec', name, '--', 'hostname', '-I').stdout.trim()

test('a VPN device is added once', { timeout: 120_000 }, async () => {
  await home.start('--quiet')
  assert.equal(vpn('add', 'phone').status, 0)
  assert.match(vpn('add', 'phone').stderr, /^sallyport: there is a VPN device "phone" already/)
})

test('the road warrior takes its file into the internet, and reaches the printer that it may, and no other device', {
  timeout: 120_000,
}, async () => {
  assert.match(home.command('list').stdout, /^roadwarrior +internet +81\.2\.69\.77 +02:/m)
  assert.match(home.command('join', 'roadwarrior').stderr, /home join roadwarrior <file>/)
  const added = vpn('add', 'roadwarrior', '--home-only', '--tags', 'print', '--file', file)
  assert.equal(added.status, 0, added.stderr)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match(readFileSync(file, 'utf8'), /^AllowedIPs = 192\.168\.2\.0\/24$/m)
  assert.match(home.command('join', 'roadwarrior', file).stdout, /^roadwarrior +wg0 +192\.168\.2\.\d+ +02:/m)

  const printer = addressOf('printer')
  assert.ok(!knocks(printer, '9100'))
  const endpoint = { RuleName: 'printer', Protocol: 'tcp', IP: printer, Port: '9100', Tags: ['print'] }
  await home.put('/firewall/endpoint', endpoint)
  assert.ok(knocks(printer, '9100'))
  assert.ok(!knocks(addressOf('tv'), '8009'))
  // Only the home goes through the tunnel.
  const whoami = () => home.command('exec', 'roadwarrior', '--', 'curl', '-s', 'http://81.2.70.10/whoami').stdout
  assert.equal(whoami().trim(), '81.2.69.77')
  assert.match(vpn('list').stdout, /^roadwarrior +online +192\.168\.2\.\d+ +81\.2\.69\.77:\d+ +\d+ s ago +[1-9]/m)
})

test('a removed device is disconnected, and its configuration is no longer accepted', { timeout: 120_000 }, () => {
  assert.match(vpn('remove', 'roadwarrior').stdout, /^roadwarrior is removed/)
  assert.ok(!knocks(addressOf('printer'), '9100'))
  assert.match(home.command('leave', 'roadwarrior').stdout, /^roadwarrior +internet +81\.2\.69\.77/m)
  assert.match(home.command('join', 'roadwarrior', file).stderr, /does not accept this configuration/)
  assert.match(home.command('list').stdout, /^roadwarrior +internet/m)
  assert.match(vpn('remove', 'roadwarrior').stderr, /there is no VPN device "roadwarrior"/)
})

test('invalid input is refused with its reason, and leaves no device and no file', () => {
  const before = vpn('list').stdout
  const other = join(folder, 'other.conf')
  assert.match(vpn('add', 'other', '--policies', 'wan,teleport', '--file', other).stderr, /Policies.*teleport/)
  assert.match(
    vpn('add', 'other', '--endpoint', 'no where', '--file', other).stderr,
    /Endpoint: must be a host, or a host and a port/,
  )
  assert.ok(!existsSync(other))
  assert.match(vpn('add', 'other', '--file', file).stderr, /exists already, and nothing was added/)
  assert.match(vpn('add').stderr, /^sallyport: usage/)
  assert.match(vpn('add', 'other', '--url', `http://127.0.0.1:${home.port}`).stderr, /SALLYPORT_ADMIN_PASSWORD/)
  assert.equal(vpn('list').stdout, before)
})

test('from elsewhere, the same works over HTTP with the password', () => {
  const { environment, port, password } = home
  environment.SALLYPORT_ADMIN_PASSWORD = password
  const at = ['--url', `http://127.0.0.1:${port}`] as const
  assert.equal(vpn('add', 'tablet', ...at).status, 0)
  assert.match(vpn('list', ...at).stdout, /^tablet +never connected/m)
  environment.SALLYPORT_ADMIN_PASSWORD = 'wrong'
  assert.match(vpn('list', ...at).stderr, /refuses the password/)
  delete environment.SALLYPORT_ADMIN_PASSWORD
})

/** Runs `sallyport users` with this first line of the input. */
const users = (words: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [SALLYPORT, 'users', ...words], {
    env: { ...home.environment, ...more },
    encoding: 'utf8',
    input: `${input}\n`,
  })
const listed = (): string => users(['list']).stdout
const signsIn = async (login: string): Promise<boolean> => (await home.status('/status', login)) === 200

test('a role and a password are changed, and a user is removed', async () => {
  await home.put('/groups', { Name: 'children' })
  assert.equal(users(['add', 'alex', '--role', 'viewer'], 'a password of alex').status, 0)
  assert.equal(users(['add', 'robin', '--role', 'parent', '--group', 'children'], 'one of robin').status, 0)
  assert.equal(users(['role', 'robin', 'viewer']).stdout, 'robin has the role viewer\n')
  assert.equal(users(['role', 'alex', 'owner']).stdout, 'alex has the role owner\n')
  assert.equal(await home.status('/users', 'alex:a password of alex'), 200)
  assert.match(users(['password', 'robin'], 'another of robin').stdout, /^robin has a new password/)
  assert.ok((await signsIn('robin:another of robin')) && !(await signsIn('robin:one of robin')))
  assert.match(users(['remove', 'robin']).stdout, /^robin is removed/)
  assert.ok(!(await signsIn('robin:another of robin')))
  assert.doesNotMatch(listed(), /robin/)
})

test('invalid input is refused with its reason, and changes nothing', () => {
  const before = listed()
  const refused = (words: readonly string[], reason: RegExp, input = 'a long password') => {
    const { status, stdout, stderr } = users(words, input)
    assert.deepEqual([status, stdout], [1, ''], words.join(' '))
    assert.match(stderr, reason)
  }
  for (const words of [[], ['add', 'sam'], ['role', 'alex'], ['list', 'alex'], ['remove'], ['rename', 'alex']])
    refused(words, /^sallyport: usage/)
  refused(['add', 'sam', '--role', 'king'], /Role/)
  refused(['add', 'sam', '--role', 'parent'], /Groups: choose at least one group/)
  refused(['add', 'sam', '--role', 'parent', '--group', 'nowhere'], /there is no group "nowhere"/)
  refused(['add', 'sam', '--role', 'viewer'], /Password/, 'short')
  refused(['add', 'sam', '--role', 'viewer'], /Password/, '')
  refused(['add', 'alex', '--role', 'viewer'], /there is a user "alex" already/)
  refused(['role', 'sam', 'viewer'], /there is no user "sam"/)
  refused(['role', 'alex', 'viewer', '--group', 'children'], /only for the role parent/)
  refused(['remove', 'admin'], /there is always an owner/)
  assert.equal(listed(), before)
})

test('from elsewhere, it takes the password of admin, and a one-time code if there are codes', async () => {
  const elsewhere = (words: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    users([...words, '--url', `http://127.0.0.1:${home.port}`], 'a password of sam', {
      SALLYPORT_ADMIN_PASSWORD: home.password,
      ...more,
    })
  assert.match(elsewhere(['list'], { SALLYPORT_ADMIN_PASSWORD: 'wrong' }).stderr, /refuses the password/)
  assert.equal(elsewhere(['add', 'sam', '--role', 'viewer']).status, 0)
  const { OTPUsers } = (await home.put('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
  const codes = new TOTP({ secret: OTPUsers[0]?.Secret ?? '' })
  const code = (step: number) => codes.generate({ timestamp: Date.now() + step * 30_000 })
  await home.put('/otp_validate', { Name: 'admin', Code: code(-1) })
  assert.match(elsewhere(['remove', 'sam']).stderr, /needs a one-time code: set SALLYPORT_CODE/)
  assert.match(listed(), /^sam +viewer/m)
  assert.match(elsewhere(['remove', 'sam'], { SALLYPORT_CODE: code(1) }).stdout, /^sam is removed/)
  // Root on the router needs no code.
  assert.match(users(['remove', 'alex']).stdout, /^alex is removed/)
})

test('root on the router sets a new password of admin, who has lost the phone', async () => {
  assert.match(listed(), /^admin +owner +- +yes +0$/m)
  assert.match(users(['password', 'admin'], 'a new password').stderr, /--remove-codes, as root on the router/)
  const elsewhere = ['password', 'admin', '--remove-codes', '--url', `http://127.0.0.1:${home.port}`]
  assert.equal(users(elsewhere, 'a new password', { SALLYPORT_ADMIN_PASSWORD: home.password }).status, 1)
  const { stdout, stderr } = users(['password', 'admin', '--remove-codes'], 'a new password')
  assert.match(stdout, /^admin has a new password/, stderr)
  assert.match(listed(), /^admin +owner +- +no +0$/m)
  assert.ok((await signsIn('admin:a new password')) && !(await signsIn(`admin:${home.password}`)))
})

test('the home ends', { timeout: 120_000 }, () => home.end('SIGTERM'))
