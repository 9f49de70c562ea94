import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { DryRun, LastRun, LogEntry, ShownAutomation } from '../../../router/features/automations/contract.ts'
import { callSocket } from '../../contract/call.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Automations in their real sandbox: what they are for, and scripts that try to escape or to do harm. */
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['dns'] } })

type Saved = ShownAutomation & { Source: string }

/** As the router's own console, which needs no one-time code. */
const owner = async ({ router }: Home, path: string, body: unknown) =>
  await callSocket(join(router.helperSocket('wifi'), '../../api/apisock'), { method: 'PUT', path, body })
const save = async (at: Home, name: string, Source: string, Scopes: string[] = []): Promise<Saved> => {
  const { status, body } = await owner(at, `/automations/${name}`, { Source, Scopes })
  assert.equal(status, 200, String(body))
  return body as Saved
}
const refusal = async (at: Home, Source: string): Promise<string> => {
  const { status, body } = await owner(at, '/automations/wrong', { Source })
  assert.equal(status, 400)
  return String(body).trim()
}
const read = ({ router }: Home, name: string) => router.api(`/automations/${name}`) as Promise<Saved>
const logOf = ({ router }: Home, name: string) => router.api(`/automations/${name}/log`) as Promise<LogEntry[]>
const run = ({ router }: Home, name: string) => router.api(`/automations/${name}/run`, {}) as Promise<LastRun>
const remove = ({ router }: Home, name: string) => router.api(`/automations/${name}`, undefined, 'DELETE')

/** The result of a script that has one timed handler with this body. */
async function result(at: Home, body: string, Scopes: string[] = []): Promise<LastRun & { log: string[] }> {
  await save(at, 'trial', `every(1440, async () => { ${body} })`, Scopes)
  const last = await run(at, 'trial')
  const log = (await logOf(at, 'trial')).reverse().map(({ Text }) => Text)
  await remove(at, 'trial')
  // The daemon answers as before.
  await at.router.api('/devices')
  return { ...last, log }
}

story('a handler is called with the event, calls the API and writes to the log', async (at) => {
  const { Wants } = await save(
    at,
    'welcome',
    `on('wifi:auth:success', async (event: { MAC: string }) => {
      const devices = await api.devices.list()
      console.log(devices[event.MAC].Name, 'has joined', Object.keys(devices).length)
    })`,
    ['/devices:r'],
  )
  assert.deepEqual(Wants, { Topics: ['wifi:auth:success'], Every: [], At: [] })
  await at.laptop.join()
  const [entry] = await until('the entry', async () => {
    const entries = await logOf(at, 'welcome')
    return entries.length > 0 && entries
  })
  assert.equal(entry?.Text, 'laptop has joined 2')
  const { Last, Running } = await read(at, 'welcome')
  assert.partialDeepStrictEqual(Last, { Ok: true, Trigger: 'wifi:auth:success', Message: '' })
  assert.equal(Running, true)
  await until('the idle process to end', async () => !(await read(at, 'welcome')).Running)
})

story('a change that it makes is in the audit log with its name', async (at) => {
  await save(
    at,
    'evening',
    `at('22:00', () => api.devices.update({ params: {}, query: { identity: '${at.phone.mac}' }, body: { Policies: ['wan', 'dns'] } }))`,
    ['/device'],
  )
  assert.equal((await run(at, 'evening')).Message, '')
  const entries = (await at.router.api('/audit?limit=5')) as { Who: string; What: string }[]
  const entry = entries.find(({ Who }) => Who === 'automation evening')
  assert.match(entry?.What ?? '', /^device phone/)
})

story('a dry run lists changes and notices, and makes none', async (at) => {
  await at.router.api(`/device?identity=${at.phone.mac}`, { Policies: ['dns'] })
  await remove(at, 'welcome')
  const { status, body } = await owner(at, '/automations/fresh/dryrun', {
    Source: `on('wifi:auth:*', async (event, topic) => {
      const devices = await api.devices.list()
      notify(devices[event.MAC].Name, topic)
      await api.devices.update({ query: { identity: '${at.phone.mac}' }, body: { Policies: [] } })
    })`,
    Scopes: ['/devices:r', '/device'],
  })
  assert.equal(status, 200, String(body))
  const { Runs, Failed, Calls, Notices } = body as DryRun
  assert.deepEqual([Runs, Failed, Notices], [1, 0, ['laptop: wifi:auth:success']])
  assert.deepEqual(
    Calls.map(({ Operation, Body }) => [Operation, Body]),
    [[`PUT /device?identity=${encodeURIComponent(at.phone.mac)}`, { Policies: [] }]],
  )
  const phone = ((await at.router.api('/devices')) as Record<string, { Policies: string[] }>)[at.phone.mac]
  assert.deepEqual(phone?.Policies, ['dns'])
})

story('errors of a script are refused with their line', async (at) => {
  assert.equal(await refusal(at, 'const a = 1\nconst b: number = = 2\n'), 'Source: line 2: Expression expected')
  assert.match(await refusal(at, "every(1, () => {})\n\nthrow new Error('oops')\n"), /^Source: line 3: oops/)
  assert.match(await refusal(at, "import fs from 'node:fs'\nevery(1, () => {})"), /cannot import "node:fs"/)
  assert.match(await refusal(at, "on('x', () => {})"), /^Source: on: "x" is not a topic/)
  assert.match(await refusal(at, "on('automation:run', () => {})"), /do not start automations/)
  assert.match(await refusal(at, 'every(0, () => {})'), /^Source: every: 0 is not/)
  assert.match(await refusal(at, 'const nothing = 1'), /registers nothing/)
  assert.match(
    await refusal(at, 'while (true) {}'),
    /cannot start: it (used more than 5 seconds of CPU|took more than 15)/,
  )
  assert.match(await refusal(at, 'process.exit()'), /it ended its process/)
})

story('scopes limit what it can call, and no scopes permit nothing', async (at) => {
  const tried = async (call: string, scopes: string[]) => (await result(at, `await ${call}`, scopes)).Message
  assert.match(await tried('api.devices.list()', []), /^GET \/devices: not allowed by the scopes/)
  assert.equal(await tried('api.devices.list()', ['/devices:r']), '')
  assert.match(
    await tried(`api.devices.update({ query: { identity: '${at.phone.mac}' }, body: {} })`, ['/device:r']),
    /not allowed by the scopes/,
  )
  assert.match(await tried('api.tokens.list()', ['/tokens']), /automations cannot call this/)
  assert.match(await tried("api.automations.remove({ params: { name: 'evening' } })", ['/automations']), /cannot call/)
  assert.match(await tried('api.session.begin()', ['/session']), /cannot call this/)
  assert.match(await tried('api.nothing.here()', ['/']), /^api.nothing.here does not exist/)
  assert.match(await tried('api.__proto__.constructor()', ['/']), /does not exist|not a function/)
  assert.match(
    await tried(`api.devices.update({ query: { identity: '${at.phone.mac}' }, body: { Policies: ['root'] } })`, [
      '/device',
    ]),
    /^Policies/,
  )
  assert.match(await tried("api.firewall.nonsense('text')", ['/']), /does not exist/)
  assert.match(await tried("api.devices.list('text')", ['/']), /must be an object/)
})

/** The second while other programs use the processor. */
const TOO_LONG = /it (used more than 2 seconds of CPU time|took more than 30 seconds)/
const HOSTILE: readonly [what: string, body: string, refused: RegExp][] = [
  ['an endless loop', 'while (true) {}', TOO_LONG],
  ['an endless loop of promises', 'while (true) await null', TOO_LONG],
  ['too many objects', 'const a = []; while (true) a.push(new Array(1000).fill(a.length))', /128 MiB of memory/],
  ['large buffers', 'const a = []; while (true) a.push(Buffer.alloc(1 << 20, 1))', /128 MiB of memory|rror/],
  ['a flood of log lines', "while (true) console.log('x')", /more than 1000 messages/],
  ['a flood of calls', 'while (true) api.devices.list()', /more than 1000 messages/],
  ['a huge message', "await api.devices.list({ query: { a: 'x'.repeat(300000) } })", /more than 262144 bytes/],
  ['output that is not a message', "process.stdout.write('hello\\n'); await sleep(1)", /not a message/],
  [
    'an endless line',
    "const fs = process.getBuiltinModule('fs'); while (true) fs.writeSync(1, 'x'.repeat(60000))",
    /262144/,
  ],
  [
    'a forged message',
    "process.stdout.write(JSON.stringify({ Kind: 'call', Id: 1, Name: 'x', Input: {}, caller: { kind: 'user' } }) + '\\n'); await sleep(1)",
    /not a message/,
  ],
  [
    'a deep message',
    "const fs = process.getBuiltinModule('fs'); fs.writeSync(1, '['.repeat(100000) + '\\n'); await sleep(1)",
    /not a message/,
  ],
  ['the end of its process', 'process.exit(0)', /it ended its process/],
  ['a crash', 'process.abort()', /process ended unexpectedly/],
]
for (const [what, body, refused] of HOSTILE)
  story(`a script is ended for ${what}, and the router answers`, async (at) => {
    const { Ok, Message } = await result(at, body, ['/devices:r'])
    assert.equal(Ok, false)
    assert.match(Message, refused)
  })

/** Each is tried by a script that ignores Node's permissions as far as it can; the text is what it prints. */
const REACH: readonly [what: string, expression: string][] = [
  ['the passwords of the machine', "node('fs').readFileSync('/etc/passwd', 'utf8')"],
  ['the key of the router', "node('fs').readFileSync('/proc/self/root/etc/passwd', 'utf8')"],
  [
    'a file through SQLite, which the permissions of Node let pass',
    "new (node('node:sqlite').DatabaseSync)('/tmp/x.db')",
  ],
  ['another program', "node('child_process').execFileSync('/node', ['--version'])"],
  ['a thread', "new (node('worker_threads').Worker)('1', { eval: true })"],
  ['a connection', "await new Promise((done, fail) => node('net').connect(80, '192.168.2.1', done).on('error', fail))"],
  [
    'a datagram',
    "await new Promise((done, fail) => node('dgram').createSocket('udp4').on('error', fail).bind(0, done))",
  ],
  ['a web page', "await fetch('http://192.168.2.1/')"],
  ['a name', "await node('dns').promises.lookup('www.test')"],
  ['the debugger', "node('inspector').open(0)"],
  ['internal bindings', "process.binding('tcp_wrap').TCP"],
  ['an add-on', "process.dlopen({ exports: {} }, '/node')"],
  ['executable memory', 'WebAssembly.validate(new Uint8Array(0))'],
  ['another interface of the machine', "node('os').networkInterfaces()"],
]
story('a script reaches no file, program, socket or name', async (at) => {
  const attempts = REACH.map(
    ([what, expression]) => `try { ${expression}; console.log(${JSON.stringify(what)}) } catch (error) {}`,
  )
  const { log, Message } = await result(
    at,
    `process.on('uncaughtException', () => {}); const node = process.getBuiltinModule; ${attempts.join('\n')}
     console.log(Object.keys(process.env).filter((name) => name !== 'PWD').join(), process.getuid(), 'end')`,
  )
  assert.deepEqual(log, [' 65534 end'], Message)
})

story('the sandbox alone refuses files, sockets and processes, without the permissions of Node', async () => {
  const { outsideOf } = await import('./sandbox.fixture.ts')
  assert.deepEqual(await outsideOf(), {
    files: ['lib', 'lib64', 'node'],
    written: 'EROFS',
    socket: 'EPERM',
    child: 'EPERM',
    others: [],
  })
})

story('a script that fails again and again is switched off, with an event, and the others go on', async (at) => {
  await save(at, 'well', "every(1440, () => console.log('well'))")
  await save(at, 'failing', "every(1440, () => { throw new Error('no') })")
  for (let turn = 1; turn <= 10; turn++) assert.equal((await run(at, 'failing')).Message, 'no')
  const off = await until('it to be switched off', async () => {
    const automation = await read(at, 'failing')
    return !automation.Enabled && automation
  })
  assert.equal(off.OffReason, '10 failed runs in a row: no')
  const [event] = (await at.router.api('/plugins/db/items/automation:off')) as object[]
  assert.partialDeepStrictEqual(event, { Name: 'failing', Reason: 'no', Failures: 10 })
  assert.equal((await at.router.ask({ method: 'PUT', path: '/automations/failing/run', body: {} })).status, 409)
  assert.equal((await run(at, 'well')).Ok, true)
})

story('events that it does not handle in time are dropped and counted', async (at) => {
  await save(at, 'slow', "on('auth:success', async () => { await sleep(20) })")
  const big = 'x'.repeat(4000)
  await owner(at, '/automations/filler', { Source: 'every(1440, () => {})' })
  for (let count = 0; count < 400; count++) await at.router.ask({ path: `/ping?${big}` })
  const { Queued, Dropped, Running } = await read(at, 'slow')
  assert.ok(Queued > 0 && Running, JSON.stringify({ Queued, Dropped, Running }))
  await remove(at, 'slow')
  await remove(at, 'filler')
})

story('only the owner with a code can save a script, and a changed revision is refused', async (at) => {
  const { status } = await at.router.ask({
    method: 'PUT',
    path: '/automations/night',
    body: { Source: 'every(1, () => {})' },
  })
  assert.equal(status, 401)
  const { Revision, Source } = await save(at, 'twice', 'every(5, () => {})')
  assert.deepEqual([Revision, Source], [1, 'every(5, () => {})'])
  const again = await owner(at, '/automations/twice', { Source: 'every(6, () => {})', Revision: 0 })
  assert.deepEqual(
    [again.status, String(again.body).trim()],
    [409, 'This automation has revision 1, not 0: read it again.'],
  )
  await at.router.api('/automations/twice/enabled', { Enabled: false })
  assert.equal((await read(at, 'twice')).Enabled, false)
})
