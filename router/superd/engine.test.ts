import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Unavailable } from '../errors.ts'
import type { UnixRequest } from '../machine/unixrequest.ts'
import { verbatim } from '../phrases/phrase.ts'
import { openEngine, routerAddress } from './engine.ts'

/** An engine that answers calls by `METHOD PATH`; others with 404. */
function fakeEngine(answers: Readonly<Record<string, unknown>>) {
  const calls: UnixRequest[] = []
  const engine = openEngine(
    {
      async requestUnix(request) {
        calls.push(request)
        const key = `${request.method} ${request.target.split('?')[0]}`
        if (!Object.hasOwn(answers, key)) return { status: 404, text: '{"message":"no such thing"}' }
        const answer = answers[key]
        return { status: 200, text: typeof answer === 'string' ? answer : JSON.stringify(answer) }
      },
    },
    '/engine',
  )
  return { engine, calls, made: () => calls.map(({ method, target }) => `${method} ${target.split('?')[0]}`) }
}

const NETWORK = { Bridge: 'plg0', Subnet: '172.30.0.16/28' }

test('a network is created with the link and the subnet of the plugin, and the first address for the router', async () => {
  const { engine, calls } = fakeEngine({ 'POST /networks/create': {} })
  await engine.ensureNetwork('spr-a', NETWORK)
  assert.deepEqual(JSON.parse(calls.at(-1)?.body ?? ''), {
    Name: 'spr-a',
    CheckDuplicate: true,
    Driver: 'bridge',
    EnableIPv6: false,
    IPAM: { Driver: 'default', Config: [{ Subnet: '172.30.0.16/28', Gateway: '172.30.0.17' }] },
    Options: {
      'com.docker.network.bridge.name': 'plg0',
      'com.docker.network.bridge.enable_ip_masquerade': 'false',
    },
  })
  assert.equal(routerAddress('172.30.0.16/28'), '172.30.0.17')
})

test('a network that is as it should be is left alone, and another one is replaced with its containers', async () => {
  const found = (Subnet: string) => ({
    Options: { 'com.docker.network.bridge.name': 'plg0' },
    IPAM: { Config: [{ Subnet }] },
  })
  const same = fakeEngine({ 'GET /networks/spr-a': found(NETWORK.Subnet) })
  await same.engine.ensureNetwork('spr-a', NETWORK)
  assert.deepEqual(same.made(), ['GET /networks/spr-a'])

  const container = { Id: 'c1', ImageID: 'i', State: 'running', Status: 'Up', Labels: {} }
  const other = fakeEngine({
    'GET /networks/spr-a': found('172.30.9.0/28'),
    'GET /containers/json': [container],
    'DELETE /containers/c1': {},
    'DELETE /networks/spr-a': {},
    'POST /networks/create': {},
  })
  await other.engine.ensureNetwork('spr-a', NETWORK)
  assert.deepEqual(other.made().slice(1), [
    'GET /containers/json',
    'DELETE /containers/c1',
    'DELETE /networks/spr-a',
    'POST /networks/create',
  ])
})

test('an image is downloaded by its name and tag, and a sign-in is sent in a header', async () => {
  const { engine, calls } = fakeEngine({ 'POST /images/create': '{"status":"Pull complete"}' })
  const targets = async (name: string) => {
    await engine.pull(name)
    return calls.at(-1)?.target
  }
  assert.equal(await targets('registry.test:5000/a'), '/images/create?fromImage=registry.test%3A5000%2Fa&tag=latest')
  assert.equal(await targets('a:1.2'), '/images/create?fromImage=a&tag=1.2')
  assert.equal(await targets('a@sha256:0'), '/images/create?fromImage=a&tag=sha256%3A0')
  await engine.pull('a', { username: 'owner', password: 'secret' })
  const { headers = {}, target } = calls.at(-1)!
  assert.deepEqual(JSON.parse(Buffer.from(headers['X-Registry-Auth'] ?? '', 'base64url').toString()), {
    username: 'owner',
    password: 'secret',
  })
  assert.ok(!target.includes('secret'))
})

test('a download that fails after its status was sent is a failure', async () => {
  const progress = '{"status":"Pulling"}\n{"errorDetail":{},"error":"manifest unknown"}\n'
  const { engine } = fakeEngine({ 'POST /images/create': progress })
  await assert.rejects(
    engine.pull('a'),
    (error) => error instanceof Invalid && /the image a cannot be downloaded: manifest unknown/.test(error.message),
  )
})

test('what does not exist is undefined, and removing it is no failure', async () => {
  const { engine } = fakeEngine({})
  assert.equal(await engine.image('a'), undefined)
  await engine.removeNetwork('spr-a')
})

test('an engine that does not answer is not running', async () => {
  const engine = openEngine(
    {
      requestUnix: async () => {
        throw new Unavailable(verbatim('no such file'))
      },
    },
    '/engine',
  )
  assert.equal(await engine.ping(), false)
  await assert.rejects(engine.networks(), Unavailable)
})
