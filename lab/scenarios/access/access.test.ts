import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { basic, exchange, type Reply } from '../../contract/call.ts'
import { empty, json, jsonWith, line, none, type Row, tryRows } from '../../contract/rows.ts'
import { openStories } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'

const data = '/run/guarded'
const story = await openStories({ laptop: { wired: true, Policies: ['dns'] }, phone: {} }, { data })

const LOGIN = 'admin:open sesame'
const PASSWORD = { Authorization: basic(LOGIN) }
const ADMIN = { Name: 'admin' }
const STEP_MS = 30_000

/** State that is kept between these scenarios. */
let socket = ''
let seed = ''
let step = 0
let proof: { readonly 'X-JWT-OTP': string }
let tokens: { Name: string; Token: string }[] = []

const call = (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> =>
  exchange(socket, { method, path, headers, text: body === undefined ? '' : JSON.stringify(body) })
const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
const tokenNamed = (name: string): string => tokens.find(({ Name }) => Name === name)?.Token ?? ''

/** Codes are taken in their order, and each once; of those that are good at a moment there are three. */
const codeOf = (at: number): string => new TOTP({ secret: seed }).generate({ timestamp: at * STEP_MS })
const validate = (Code: string, more = {}, headers: Record<string, string> = PASSWORD) =>
  call('PUT', '/otp_validate', headers, { ...ADMIN, Code, ...more })

// biome-ignore format: a table
const CLOSED: Row[] = [
  ['GET',    '/otp_status?name=admin',   none,                            200, json({ State: 'unregistered', AlwaysOn: false, Confirmed: false })],
  ['GET',    '/otp_status',              none,                            200, jsonWith({ State: 'unregistered' })],
  ['GET',    '/tokens',                  none,                            401, line],
  ['PUT',    '/tokens',                  { Name: 'x' },                   401, line],
  ['PUT',    '/otp_jwt_test',            none,                            401, line],
  ['GET',    '/device?identity=pending', none,                            401, line],
  ['PUT',    '/otp_validate',            { ...ADMIN, Code: '123456' },    400, line],
  ['DELETE', '/otp_register',            ADMIN,                           404, line],
]

story('without one-time codes set up, calls that need a code are rejected with the password', async ({ router }) => {
  socket = router.console
  await tryRows({ socket, login: LOGIN }, CLOSED)
})

story('after a code is registered and validated, its proof permits these calls', async ({ phone, router }) => {
  const made = (await router.api('/otp_register', ADMIN)) as { OTPUsers: { Name: string; Secret: string }[] }
  seed = made.OTPUsers[0]?.Secret ?? ''
  step = Math.floor(Date.now() / STEP_MS)
  let answer = await validate(codeOf(step - 1))
  // The code before the last one is no longer valid in the next step.
  if (answer.status !== 200) answer = await validate(codeOf(++step - 1))
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/json'])
  proof = { 'X-JWT-OTP': JSON.parse(answer.text) }
  assert.equal((await validate(codeOf(step - 1))).status, 400, 'a code that was taken is taken again')

  const device = `/device?identity=${phone.mac}`
  await tryRows({ socket, login: LOGIN, headers: proof }, [
    ['PUT', '/otp_jwt_test', none, 200, empty],
    ['GET', '/otp_status?name=admin', none, 200, json({ State: 'registered', AlwaysOn: false, Confirmed: true })],
    ['GET', '/device?identity=02:00:00:00:00:99', none, 404, line],
    ['GET', '/tokens', none, 200, json([])],
    ['PUT', '/tokens', { ScopedPaths: ['devices'] }, 400, line],
    ['PUT', '/tokens', { Expire: -1 }, 400, line],
    ['PUT', '/tokens', { Name: 'dashboard', ScopedPaths: ['/devices:r'] }, 200, jsonWith({ Name: 'dashboard' })],
    ['PUT', '/tokens', { Name: 'full' }, 200, jsonWith({ Name: 'full', Expire: 0, ScopedPaths: [] })],
    ['PUT', '/tokens', { Name: 'past', Expire: 1656440879 }, 200, jsonWith({ Name: 'past' })],
  ])
  const { PSKEntry } = JSON.parse((await call('GET', device, { ...PASSWORD, ...proof })).text)
  assert.match(PSKEntry.Psk, /^\S{8,63}$/)
  tokens = JSON.parse((await call('GET', '/tokens', { ...PASSWORD, ...proof })).text)
  assert.deepEqual(
    tokens.map(({ Name }) => Name),
    ['dashboard', 'full', 'past'],
  )
  for (const { Token } of tokens) assert.match(Token, /^[A-Za-z0-9_-]{43}$/)
})

story('a token permits the calls of its scopes', async () => {
  const scoped = bearer(tokenNamed('dashboard'))
  const full = bearer(tokenNamed('full'))
  const past = bearer(tokenNamed('past'))
  const status = async (method: string, path: string, headers: Record<string, string>) =>
    (await call(method, path, headers, method === 'GET' ? undefined : {})).status
  assert.equal(await status('GET', '/devices', scoped), 200)
  assert.equal(await status('PUT', '/devices/bulk', scoped), 401)
  assert.equal(await status('GET', '/groups', scoped), 401)
  assert.equal(await status('GET', '/groups', full), 200)
  assert.equal(await status('GET', '/nothing', full), 404)
  assert.equal(await status('GET', '/groups', past), 401)
  assert.equal(await status('GET', '/tokens', full), 401)
  assert.equal(await status('GET', '/tokens', { ...full, ...proof }), 200)
  assert.equal(await status('GET', '/tokens', { ...scoped, ...proof }), 401)
  assert.equal((await validate('123456', {}, full)).text, 'Not with a token: password authentication required.\n')
})

story('secrets are not in plain text in the saved state', async ({ router }) => {
  const files = ['state.db', 'state.db-wal', 'state.db.good'].map((file) => readFileSync(join(data, file), 'latin1'))
  for (const secret of [seed, ...tokens.map(({ Token }) => Token)])
    assert.ok(!files.some((text) => text.includes(secret)), secret)
  assert.equal((await router.namespace.run(['stat', '-c', '%a', join(data, 'vault.key')])).trim(), '600')
})

story('five wrong codes lock an address, also across a restart; other addresses can sign in', async (home) => {
  const { laptop, router } = home
  await laptop.join()
  const { Token } = JSON.parse((await call('PUT', '/session', PASSWORD)).text)
  const guess = async (Code: string): Promise<string> => {
    const body = JSON.stringify({ ...ADMIN, Code })
    const { stdout } = await laptop.try(
      'curl',
      ...['-s', '-m', '5', '-w', ' %{http_code}', '-u', LOGIN, '-X', 'PUT', '-d', body],
      'http://192.168.2.1/otp_validate',
    )
    return stdout
  }
  const wrong = codeOf(step - 100)
  for (let n = 0; n < 5; n++) assert.match(await guess(wrong), /not the code of this moment\n 400$/)
  assert.match(await guess(codeOf(step)), /locked.*\n 400$/)
  await router.kill()
  await router.start()
  assert.match(await guess(codeOf(step)), /locked.*\n 400$/)
  assert.equal((await call('PUT', '/otp_jwt_test', { ...PASSWORD, ...proof })).status, 200, 'proofs outlive a restart')
  assert.equal((await call('GET', '/devices', bearer(Token))).status, 200, 'and so do sessions')
  assert.equal((await call('DELETE', '/session', bearer(Token))).status, 200)
  assert.equal((await call('GET', '/devices', bearer(Token))).status, 401)
})

story('with codes always on, the password alone permits only otp_validate', async () => {
  const { status, text } = await validate(codeOf(step), { UpdateAlwaysOn: true, AlwaysOn: true })
  assert.equal(status, 200, text)
  assert.equal((await call('PUT', '/otp_jwt_test', { ...PASSWORD, ...proof })).status, 401, 'the settings changed')
  proof = { 'X-JWT-OTP': JSON.parse(text) }
  const plain = await call('GET', '/status', PASSWORD)
  assert.deepEqual([plain.status, plain.headers.location], [401, undefined])
  const page = await call('GET', '/status', { ...PASSWORD, 'X-Requested-With': 'react' })
  assert.deepEqual([page.status, page.headers.location], [302, '/auth/validate'])
  assert.equal((await call('GET', '/status', { ...PASSWORD, ...proof })).status, 200)
  assert.equal((await call('GET', '/status', bearer(tokenNamed('full')))).status, 200)
  assert.equal((await call('PUT', '/session', PASSWORD)).status, 401)

  const { Token } = JSON.parse((await call('PUT', '/session', { ...PASSWORD, ...proof })).text)
  assert.equal((await call('GET', '/status', bearer(Token))).status, 200)
  for (const [greeting, answer] of [
    [LOGIN, 'Invalid JWT OTP'],
    [`${LOGIN}:${proof['X-JWT-OTP']}`, 'success'],
    [Token, 'success'],
    [tokenNamed('full'), 'success'],
    [tokenNamed('dashboard'), 'Authentication failure'],
  ] as const) {
    await using listener = await openListener(socket, '/ws')
    listener.send(greeting)
    assert.equal(await listener.next(), answer)
  }
})

story('deleting a token takes effect immediately and closes its event streams', async () => {
  const value = tokenNamed('full')
  await using listener = await openListener(socket, '/ws_events_all')
  listener.send(value)
  assert.equal(await listener.next(), 'success')
  const dashboard = { Token: tokenNamed('dashboard') }
  await tryRows({ socket, headers: bearer(value) }, [
    ['DELETE', '/tokens', { Token: 'unknown' }, 404, line],
    ['DELETE', '/tokens', {}, 400, line],
    ['DELETE', '/tokens', dashboard, 200, json(dashboard)],
    ['DELETE', '/tokens', dashboard, 404, line],
  ])
  await listener.closed
  assert.equal((await call('GET', '/devices', bearer(dashboard.Token))).status, 401)
})

story('turning codes off needs a code, and invalidates proofs', async ({ router }) => {
  const withProof = { ...PASSWORD, ...proof }
  const give = (body: unknown) => call('DELETE', '/otp_register', withProof, body)
  assert.equal((await give(ADMIN)).status, 400)
  assert.equal((await give({ ...ADMIN, Code: codeOf(step + 1) })).status, 200)
  assert.equal((await call('PUT', '/otp_jwt_test', withProof)).status, 401)
  assert.equal(await router.api('/status'), 'Online')
  await router.kill()
  await router.start()
  assert.deepEqual(await router.api('/otp_status?name=admin'), {
    State: 'unregistered',
    AlwaysOn: false,
    Confirmed: false,
  })
})

story('a lost phone or password is recovered on the router’s own socket', async ({ router }) => {
  const { OTPUsers } = (await router.api('/otp_register', ADMIN)) as { OTPUsers: { Secret: string }[] }
  seed = OTPUsers[0]?.Secret ?? ''
  const { status } = await validate(codeOf(Math.floor(Date.now() / STEP_MS)), { UpdateAlwaysOn: true, AlwaysOn: true })
  assert.equal(status, 200)
  assert.equal((await router.namespace.run(['stat', '-c', '%a', router.helperSocket('access')])).trim(), '600')
  await tryRows({ socket: router.helperSocket('access') }, [
    ['PUT', '/recover', { AdminPassword: 'found in a drawer' }, 200, empty],
  ])
  assert.equal((await call('GET', '/status', PASSWORD)).status, 401)
  const found = { Authorization: basic('admin:found in a drawer') }
  await tryRows({ socket, headers: found }, [
    ['GET', '/otp_status?name=admin', none, 200, jsonWith({ State: 'unregistered' })],
    ['PUT', '/password', { AdminPassword: 'open sesame' }, 200, empty],
    ['GET', '/status', none, 401, line],
  ])
  assert.equal((await call('GET', '/status', PASSWORD)).status, 200)
})
