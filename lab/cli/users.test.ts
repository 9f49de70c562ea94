import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { freePort, OpenedHome, SALLYPORT } from '../home/opened.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-'))
const home = new OpenedHome(await freePort(), folder)
after(() => {
  home.child?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
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

test('users are added with a role, and sign in with their password', { timeout: 120_000 }, async () => {
  await home.start('--quiet')
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

test('a role and a password are changed, and a user is removed', async () => {
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
  refused(['add', 'sam', '--role', 'parent'], /Groups: must have an entry/)
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
