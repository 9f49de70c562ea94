import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Invalid, Unavailable } from '../../errors.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import type { UnixRequest } from '../../machine/unixrequest.ts'
import { ofField, phrase } from '../../phrases/phrase.ts'
import type { Notice } from './output.ts'
import { openSuperd } from './superd.ts'

const ARGV = ['node', 'superd']
const COMPOSE = 'plugins/user/sample/docker-compose.yml'

/** What the resolver answers. */
const NAMES: Readonly<Record<string, string[]>> = { 'git.test': ['203.0.113.9'], 'home.test': ['81.2.69.7'] }

/** A client whose superd answers each call with `status`, `text` and `headers`. */
function client(status = 200, text = '', writeFiles = (): void => undefined, headers = {}) {
  const machine = fakeMachine()
  const calls: UnixRequest[] = []
  const lines: string[] = []
  const notices: Notice[] = []
  machine.answerUnix((call) => {
    calls.push(call)
    return { status, text, headers }
  })
  const superd = openSuperd({
    machine,
    argv: ARGV,
    socket: '/superd',
    writeFiles,
    resolve: async (domain) => NAMES[domain],
    isRouter: (ip) => ['81.2.69.7', '192.168.2.1'].includes(ip),
    onLine: (line) => lines.push(line),
    onNotice: (notice) => notices.push(notice),
  })
  return { machine, superd, calls, lines, notices, print: (line: string) => machine.print(ARGV, line) }
}

test('starts superd with the first call, and sends the call when it is ready', async () => {
  const { machine, superd, calls, print } = client()
  assert.equal(machine.running.size, 0)
  const network = { Bridge: 'plg0', Subnet: '172.30.0.0/28' }
  const started = superd.start(COMPOSE, { service: 'a b', network })
  assert.equal(machine.running.size, 1)
  assert.equal(calls.length, 0)
  print('superd: ready')
  await started
  const [call] = calls
  assert.equal(
    `${call?.method} ${call?.target}`,
    `PUT /start?${new URLSearchParams({ compose_file: COMPOSE, service: 'a b' })}`,
  )
  assert.deepEqual(JSON.parse(call?.body ?? ''), { Network: network })
  await superd.stop(COMPOSE)
  assert.equal(machine.running.size, 1)
})

test('does not start superd before its files are written, and tries again with the next call', async () => {
  let isFull = true
  const { machine, superd, print } = client(200, '{"Ready":true}', () => {
    if (isFull) throw new Error('no space left on device')
  })
  await assert.rejects(superd.ready(), /no space left/)
  assert.equal(machine.running.size, 0)
  isFull = false
  const asked = superd.ready()
  print('superd: ready')
  assert.deepEqual(await asked, { Ready: true })
})

test('starts superd again after it has ended', async () => {
  const { machine, superd, print, lines } = client(200, '{"Ready":true}')
  const asked = superd.ready()
  print('superd: ready')
  assert.deepEqual(await asked, { Ready: true })
  machine.exit(ARGV, 1)
  await new Promise(setImmediate)
  assert.equal(machine.running.size, 0)
  assert.deepEqual(lines, ['superd has ended (1) and is started again'])
  await machine.clock.step(10_000)
  assert.equal(machine.running.size, 1)
})

test('a superd that cannot start fails the call with its last line', async () => {
  const { machine, superd, print } = client()
  const asked = superd.networks()
  print('Cannot find module')
  machine.exit(ARGV, 1)
  await assert.rejects(asked, (error) => error instanceof Unavailable && /Cannot find module/.test(error.message))
})

test('a superd that is closed is not started again', async () => {
  const { machine, superd, print } = client(200, '[]')
  const asked = superd.containers()
  print('superd: ready')
  await asked
  await superd[Symbol.asyncDispose]()
  await machine.clock.step(60_000)
  assert.equal(machine.running.size, 0)
  await assert.rejects(superd.ready(), Unavailable)
})

test('a refusal is an error with the reason', async () => {
  const { superd, print } = client(400, 'docker-compose.yml line 3: "foo" is not supported\n')
  const asked = superd.start(COMPOSE)
  print('superd: ready')
  await assert.rejects(
    asked,
    (error) => error instanceof Invalid && error.message === 'docker-compose.yml line 3: "foo" is not supported',
  )
})

test('a refusal keeps the code of its message', async () => {
  const header = JSON.stringify({ Code: 'plugins.gitHttpsRequired', Values: [], Field: 'url' })
  const { superd, print } = client(400, 'reworded', undefined, { 'x-message': header })
  const asked = superd.start(COMPOSE)
  print('superd: ready')
  const expected = ofField('url', phrase('plugins.gitHttpsRequired'))
  await assert.rejects(asked, (error) => error instanceof Invalid && isDeepStrictEqual(error.phrase, expected))
})

test('a container that does not run has no state', async () => {
  const { superd, print } = client(404, 'not running')
  const asked = superd.ps(COMPOSE, 'sample')
  print('superd: ready')
  assert.equal(await asked, undefined)
})

test('clones with the addresses that the router has resolved', async () => {
  const { superd, calls, print } = client(
    200,
    '{"Directory":"plugins/user/x","Description":{},"Revision":"0","Rights":[]}',
  )
  const asked = superd.clone({ url: 'https://git.test/x', allowPrivate: true })
  await new Promise(setImmediate)
  print('superd: ready')
  await asked
  assert.deepEqual(JSON.parse(calls[0]?.body ?? ''), {
    URL: 'https://git.test/x',
    Addresses: ['203.0.113.9'],
    AllowPrivate: true,
  })
  await assert.rejects(
    superd.clone({ url: 'https://other.test/x', allowPrivate: false }),
    /url: the server "other.test" cannot be resolved/,
  )
})

test('nothing is cloned from the router itself', async () => {
  const { superd, calls } = client()
  for (const server of ['home.test', '81.2.69.7', '192.168.2.1'])
    await assert.rejects(superd.clone({ url: `https://${server}/x`, allowPrivate: true }), {
      message: `url: the server "${server}" is this router`,
    })
  assert.deepEqual(calls, [])
})

test('notices are passed on, and damaged ones are printed', () => {
  const { superd, print, lines, notices } = client()
  void superd.ready().catch(() => undefined)
  const notice = {
    Kind: 'crashing',
    ComposeFile: COMPOSE,
    Service: 'sample',
    Reason: 'It ends after each start.',
  } as const
  print(`superd-notice ${JSON.stringify(notice)}`)
  print('superd-notice {')
  assert.deepEqual(notices, [notice])
  assert.deepEqual(lines, ['superd-notice {'])
})
