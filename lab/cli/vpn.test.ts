import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort, OpenedHome } from '../home/opened.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-'))
const home = new OpenedHome(await freePort(), folder)
after(() => {
  home.child?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const file = join(folder, 'road.conf')
const vpn = (...words: string[]) => home.sallyport('vpn', ...words)
const knocks = (ip: string, port: string): boolean =>
  home.command('exec', 'roadwarrior', '--', 'busybox', 'nc', '-w', '2', ip, port, '-e', 'true').status === 0
const addressOf = (name: string): string => home.command('exec', name, '--', 'hostname', '-I').stdout.trim()

test('a VPN device gets a QR code, and is listed', { timeout: 120_000 }, async () => {
  await home.start('--quiet')
  assert.match(vpn('list').stdout, /^no VPN devices yet/)
  const { stdout, status, stderr } = vpn('add', 'phone')
  assert.equal(status, 0, stderr)
  const code = stdout.split('\n').filter((line) => /^[█▀▄ ]+$/.test(line))
  assert.ok(code.length > 30 && code.every((line) => line.length === code[0]!.length && line.length < 80))
  assert.match(stdout, /^Scan this code with the WireGuard app on phone/m)
  assert.match(vpn('list').stdout, /^phone +never connected +192\.168\.2\.\d+ +- +never +0 B +0 B$/m)
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
    vpn('add', 'other', '--endpoint', 'nowhere', '--file', other).stderr,
    /Endpoint: must be a host and a port/,
  )
  assert.ok(!existsSync(other))
  assert.match(vpn('add', 'other', '--file', file).stderr, /EEXIST|exists/)
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

test('the home ends', { timeout: 120_000 }, () => home.end('SIGTERM'))
