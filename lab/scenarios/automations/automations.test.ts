import assert from 'node:assert/strict'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { logOf, owner, read, result, run, save } from './automations.fixture.ts'

/** Automations in their real sandbox: what they are for, and what a script cannot do. */
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['dns'] } })

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

story('scopes limit what it can call, and no scopes permit nothing', async (at) => {
  const tried = async (call: string, scopes: string[]) => (await result(at, `await ${call}`, scopes)).Message
  assert.match(await tried('api.devices.list()', []), /^GET \/devices: not allowed by the scopes/)
  assert.equal(await tried('api.devices.list()', ['/devices:r']), '')
  assert.match(
    await tried(`api.devices.update({ query: { identity: '${at.phone.mac}' }, body: {} })`, ['/device:r']),
    /not allowed by the scopes/,
  )
})

story('a script is ended for an endless loop, and the router answers', async (at) => {
  const { Ok, Message } = await result(at, 'while (true) {}', ['/devices:r'])
  assert.equal(Ok, false)
  // The second while other programs use the processor.
  assert.match(Message, /it (used more than 2 seconds of CPU time|took more than 30 seconds)/)
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
