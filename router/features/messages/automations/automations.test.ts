import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import type { Interaction, InteractionEnd, InteractionOptions } from '../../../machine/interaction.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import type { Automation } from '../../../model/messages/automations/automation.ts'
import { openLedger } from '../../../store/ledger.ts'
import { openAutomations } from './automations.ts'
import type { FromSandbox, ToSandbox } from './protocol.ts'

const NOON = Date.UTC(2024, 2, 1, 12)

/** A script in memory: `answer` returns what it sends for each line that it receives. */
interface Script {
  readonly received: ToSandbox[]
  say(...messages: readonly (FromSandbox | string)[]): void
  end(end?: Partial<InteractionEnd>): void
  isKilled: boolean
}

function openTrial(automations: readonly Partial<Automation>[], { cpuMs = 0 } = {}) {
  const clock = openSteppedClock(NOON)
  const failures: unknown[] = []
  const bus = openBus((error) => failures.push(error))
  const ledger = openLedger()
  const published: [string, unknown][] = []
  bus.subscribePrefix('automation:', (payload, topic) => published.push([topic, payload]))
  const scripts: Script[] = []
  const calls: unknown[] = []
  const interact = (_argv: readonly string[], options: InteractionOptions): Interaction => {
    const ended = Promise.withResolvers<InteractionEnd>()
    const script: Script = {
      received: [],
      isKilled: false,
      say(...messages) {
        for (const one of messages) options.onLine(typeof one === 'string' ? one : JSON.stringify(one))
      },
      end: (end) => ended.resolve({ code: 1, excess: undefined, errors: '', ...end }),
    }
    scripts.push(script)
    return {
      ended: ended.promise,
      send: (line) => void script.received.push(JSON.parse(line)),
      cpuMs: () => cpuMs * script.received.length,
      [Symbol.dispose]() {
        script.isKilled = true
        script.end({ code: null })
      },
    }
  }
  const row = (given: Partial<Automation>): Automation => ({
    ...{ Name: 'night', Enabled: true, Source: '', Script: '', Scopes: ['/devices:r'], Revision: 1, OffReason: '' },
    Wants: { Topics: [], Every: [], At: [] },
    ...given,
  })
  const change = async (edit: Parameters<typeof ledger.draw>[0]) => {
    const entries = ledger.draw(edit)
    ledger.post(entries)
    part.learn(entries)
    return entries
  }
  ledger.post(
    ledger.draw((draft) => {
      draft.set('timeZone', { TimeZone: 'UTC' })
      for (const one of automations) draft.automations.put(one.Name ?? 'night', row(one))
    }),
  )
  const command = { argv: ['sandbox'], descriptor3: new Uint8Array() }
  const part = openAutomations({
    ...{ machine: { interact }, facts: ledger.facts, change, clock, bus },
    sandboxes: { script: () => command, stripping: () => command },
    checkCall: (caller, name, input) => ({
      ...{ method: 'GET', path: '/', body: undefined, isRead: true },
      async make() {
        calls.push([caller.name, name, input])
        return 'reply'
      },
    }),
    onFailure: (_what, error) => failures.push(error),
  })
  const joined = (MAC: string) => bus.publish('wifi:auth:success', { MAC } as never)
  return { clock, bus, part, scripts, published, calls, failures, joined, facts: ledger.facts, change }
}

const onJoin = { Topics: ['wifi:auth:*'], Every: [], At: [] }
const loaded: FromSandbox = { Kind: 'loaded', Topics: [], Every: [], At: [] }
const done = (Message = '', Memory: unknown = {}): FromSandbox => ({ Kind: 'done', Message, Line: 0, Memory })

test('a script is started by an event, gets one after the other, and ends when it is idle', async () => {
  const { clock, part, scripts, joined } = openTrial([{ Wants: onJoin }])
  await settled()
  assert.equal(scripts.length, 0)
  joined('a')
  joined('b')
  await settled()
  const [script] = scripts
  script!.say(loaded)
  await settled()
  assert.deepEqual(
    script!.received.map(({ Kind }) => Kind),
    ['load', 'run'],
  )
  assert.equal(part.task('night')?.queued, 1)
  script!.say(done('', { seen: 1 }))
  await settled()
  assert.partialDeepStrictEqual(script!.received.at(-1), { Event: { MAC: 'b' }, Memory: { seen: 1 } })
  script!.say(done())
  await settled()
  assert.equal(part.task('night')?.isRunning, true)
  await clock.step(5000)
  assert.equal(script!.isKilled, true)
  assert.equal(part.task('night')?.isRunning, false)
})

test('other topics, and events of automations, do not start it', async () => {
  const { bus, scripts } = openTrial([{ Wants: { ...onJoin, Topics: ['*uto*', 'a*'] } }])
  bus.publish('automation:notice', { Name: 'x', Title: '', Text: '' })
  bus.publish('dyndns:update', {} as never)
  await settled()
  assert.equal(scripts.length, 0)
})

test('every and at run at their times, once each, also when the clock jumps', async () => {
  const { clock, part, scripts } = openTrial([{ Wants: { Topics: [], Every: [5], At: ['12:02'] } }])
  const runs = () =>
    scripts.flatMap(({ received }) => received.flatMap((one) => (one.Kind === 'run' ? [one.Trigger] : [])))
  const go = async (ms: number) => {
    await clock.step(ms)
    for (let turn = 0; turn < 3; turn++) {
      for (const script of scripts) if (!script.isKilled) script.say(...(script.received.length === 1 ? [loaded] : []))
      await settled()
      for (const script of scripts) if (!script.isKilled) script.say(done())
      await settled()
    }
  }
  await go(119_999)
  assert.deepEqual(runs(), [])
  await go(1)
  assert.deepEqual(
    runs().map(({ Kind, Name }) => `${Kind} ${Name}`),
    ['at 12:02'],
  )
  await go(180_000)
  assert.deepEqual(
    runs().map(({ Kind, Name }) => `${Kind} ${Name}`),
    ['at 12:02', 'every 5'],
  )
  assert.equal(part.task('night')?.queued, 0)
})

const ENDED: readonly [what: string, (script: Script) => void, message: RegExp][] = [
  ['a line that is no message', (script) => script.say('{"Kind":"nonsense"}'), /not a message/],
  [
    'a message with another field',
    (script) => script.say(`{"Kind":"log","Level":"info","Text":"","By":"x"}`),
    /not a message/,
  ],
  [
    '__proto__ in a message',
    (script) => script.say('{"Kind":"log","Level":"info","Text":"","__proto__":{"x":1}}'),
    /not a message/,
  ],
  [
    'too many messages',
    (script) => script.say(...Array(1001).fill('{"Kind":"log","Level":"info","Text":""}')),
    /1000 messages/,
  ],
  ['a line that is too long', (script) => script.end({ code: null, excess: 'line' }), /262144 bytes/],
  ['unread replies', (script) => script.end({ code: null, excess: 'unread' }), /does not read/],
  ['too much memory', (script) => script.end({ errors: 'FATAL ERROR: JavaScript heap out of memory' }), /128 MiB/],
  [
    'no sandbox',
    (script) => script.end({ errors: 'prlimit: failed to execute bwrap: No such file' }),
    /package bubblewrap/,
  ],
]
for (const [what, act, message] of ENDED)
  test(`a script is ended for ${what}, and starts again later`, async () => {
    const { clock, part, scripts, joined } = openTrial([{ Wants: onJoin }])
    joined('a')
    joined('b')
    await settled()
    scripts[0]!.say(loaded)
    await settled()
    act(scripts[0]!)
    await settled()
    assert.match(part.journal('night').last?.Message ?? '', message)
    assert.equal(scripts.length, 1)
    await clock.step(1000)
    assert.equal(scripts.length, 2)
  })

test('CPU time and the whole time of a run are limited', async () => {
  for (const [cpuMs, steps, message] of [
    [3000, 250, /2 seconds of CPU/],
    [0, 30_500, /more than 30 seconds/],
  ] as const) {
    const { clock, part, scripts, joined } = openTrial([{ Wants: onJoin }], { cpuMs })
    joined('a')
    await settled()
    scripts[0]!.say(loaded)
    await settled()
    // Received lines count as CPU time here.
    scripts[0]!.received.push({ Kind: 'reply', Id: 0 })
    await clock.step(steps)
    assert.equal(scripts[0]!.isKilled, true)
    assert.match(part.journal('night').last?.Message ?? '', message)
  }
})

test('calls are made in handlers only, and 60 in a minute', async () => {
  const { scripts, calls, joined } = openTrial([{ Wants: onJoin }])
  const call = (Id: number): FromSandbox => ({ Kind: 'call', Id, Name: 'devices.list', Input: {} })
  joined('a')
  await settled()
  scripts[0]!.say(call(1))
  await settled()
  assert.partialDeepStrictEqual(scripts[0]!.received.at(-1), {
    Id: 1,
    Error: 'the API can be called in handlers only, until they end',
  })
  scripts[0]!.say(loaded)
  await settled()
  for (let id = 2; id < 63; id++) scripts[0]!.say(call(id))
  await settled()
  assert.equal(calls.length, 60)
  assert.deepEqual(calls[0], ['night', 'devices.list', {}])
  assert.partialDeepStrictEqual(
    scripts[0]!.received.find((one) => one.Kind === 'reply' && one.Id === 62),
    { Error: 'an automation can make 60 calls a minute' },
  )
})

test('after ten failed runs in a row it is switched off, with an event', async () => {
  const { scripts, joined, facts, published, part } = openTrial([{ Wants: onJoin }])
  for (let turn = 0; turn < 10; turn++) {
    joined('a')
    await settled()
    if (turn === 0) scripts[0]!.say(loaded)
    await settled()
    scripts[0]!.say(done('oops'))
    await settled()
  }
  assert.deepEqual([facts.automations.get('night')?.Enabled, part.task('night')], [false, undefined])
  assert.equal(facts.automations.get('night')?.OffReason, '10 failed runs in a row: oops')
  assert.deepEqual(facts.automations.get('night')?.OffCoded, {
    Code: 'messages.automationFailedRuns',
    Values: ['10', 'oops'],
  })
  assert.deepEqual(published, [['automation:off', { Name: 'night', Reason: 'oops', Failures: 10 }]])
})

test('the oldest events are dropped and counted when too many wait', async () => {
  const { part, joined } = openTrial([{ Wants: onJoin }])
  for (let count = 0; count < 200; count++) joined('x'.repeat(2000))
  const queued = part.task('night')?.queued ?? 0
  assert.ok(queued > 10 && queued < 80, String(queued))
  assert.equal(part.journal('night').dropped + queued, 199)
})

test('four scripts run together; a fifth waits until one ends, and idle ones end for it', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const { scripts, joined } = openTrial(names.map((Name) => ({ Name, Wants: onJoin })))
  joined('x')
  await settled()
  assert.equal(scripts.length, 4)
  scripts[0]!.say(loaded)
  await settled()
  scripts[0]!.say(done())
  await settled()
  await settled()
  assert.deepEqual([scripts[0]!.isKilled, scripts.length], [true, 5])
})

test('notices become events, at most ten in ten minutes', async () => {
  const { scripts, joined, published } = openTrial([{ Wants: onJoin }])
  joined('a')
  await settled()
  scripts[0]!.say(loaded)
  await settled()
  for (let count = 0; count < 12; count++) scripts[0]!.say({ Kind: 'notice', Title: 'camera', Text: 'offline' })
  assert.equal(published.length, 10)
  assert.deepEqual(published[0], ['automation:notice', { Name: 'night', Title: 'camera', Text: 'offline' }])
})

test('switching it off ends a run, and deleting it as well', async () => {
  const { scripts, joined, change, part } = openTrial([{ Wants: onJoin }])
  joined('a')
  await settled()
  await change((draft) => draft.automations.put('night', { ...draft.automations.get('night')!, Enabled: false }))
  assert.deepEqual([scripts[0]!.isKilled, part.task('night')], [true, undefined])
  joined('b')
  await settled()
  assert.equal(scripts.length, 1)
})
