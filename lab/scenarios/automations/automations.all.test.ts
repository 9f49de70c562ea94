import assert from 'node:assert/strict'
import type { DryRun } from '../../../router/model/messages/automations/contract.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { owner, read, refusal, remove, result, run, save } from './automations.fixture.ts'

/** Automations: dry runs, wrong scripts, and scripts that do harm. */
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['dns'] } })

story('a dry run lists changes and notices, and makes none', async (at) => {
  await at.laptop.join()
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

story('calls that no scope permits, that do not exist or are not valid are refused', async (at) => {
  const tried = async (call: string, scopes: string[]) => (await result(at, `await ${call}`, scopes)).Message
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
