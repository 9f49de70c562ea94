import assert from 'node:assert/strict'
import { basic, exchange, type Reply } from '../../contract/call.ts'
import { openStories } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'

/** The first calls of existing clients, in their order, and how they interpret the responses. */
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, phone: { Groups: ['family'] } })

/** Reads a response as those clients do, by its Content-Type only. Throws where they would show an error. */
function understood(method: string, { status, headers, text }: Reply): unknown {
  if (status < 200 || status > 299) throw new Error(`${status}: ${text}`)
  const type = headers['content-type']
  if (type === undefined || method === 'DELETE') return true
  if (type === 'application/json') return JSON.parse(text)
  if (type === 'text/plain') return text
  throw new Error(`what is ${type}?`)
}

type Expected = (answer: unknown) => void

const is =
  (expected: unknown): Expected =>
  (answer) =>
    assert.deepEqual(answer, expected)
const has =
  (expected: object): Expected =>
  (answer) =>
    assert.partialDeepStrictEqual(answer, expected)
const isText: Expected = (answer) => assert.equal(typeof answer, 'string')
/** Clients ignore errors of these calls. */
const absent = 'absent'

// biome-ignore format: a table
const CALLS: readonly (readonly [call: string, expected: Expected | typeof absent])[] = [
  ['GET /setup',                                        absent],
  ['GET /status?json=0.5772156',                        is('Online')],
  ['GET /status',                                       is('Online')],
  ['PUT /webauthn/login',                               absent],
  ['POST /webauthn/login',                              absent],
  ['GET /features',                                     is(['dns', 'wireguard'])],
  ['GET /plugins/mesh/leafMode',                        absent],
  ['GET /plugins/pfw/config',                           absent],
  ['GET /featureFlags',                                 is([])],
  ['GET /version',                                      isText],
  ['GET /version?plugin=api&plugin=dns',                has({ api: '0.1.0', dns: '0.1.0' })],
  ['GET /info/docker',                                  is([])],
  ['GET /devices',                                      (answer) => assert.equal(Object.keys(answer as object).length, 2)],
  ['GET /groups',                                       (answer) => assert.ok(Array.isArray(answer))],
  ['GET /plugins_api/',                                 (answer) => assert.ok((answer as { Name: string }[]).some(({ Name }) => Name === 'dns-block-extension'))],
  ['GET /customThemes',                                 is([])],
  ['GET /otp_status?name=admin',                        has({ State: 'unregistered', AlwaysOn: false })],
  ['GET /checkupdates',                                 is(false)],
  ['GET /release',                                      is({ CustomChannel: '', CustomVersion: '', Current: '0.1.0' })],
  ['GET /releasesAvailable?container=super_base',       is(['0.1.0'])],
  ['GET /subnetConfig',                                 has({ TinyNets: ['192.168.2.0/24'] })],
  ['GET /interfacesConfiguration',                      (answer) => assert.ok((answer as { Name: string }[]).some(({ Name }) => Name === 'wan0'))],
  ['GET /alerts_register_ios',                          is([])],
  ['GET /dockerPS?service=dns',                         isText],
  ['GET /dockerPS?service=dhcp',                        isText],
  ['GET /dockerPS?service=wifid',                       absent],
  ['GET /dockerPS?service=mesh',                        absent],
  ['GET /plugins/db/config',                            has({ MaxSize: 262144000, TopicLimits: [] })],
  ['GET /plugins/db/buckets',                           (answer) => assert.ok(Array.isArray(answer))],
  ['GET /plugins/db/items/dns:serve:192.168.2.6',       absent],
]

const LOGIN = 'admin:open sesame'
const headers = {
  Authorization: basic(LOGIN),
  'X-Requested-With': 'react',
  'Content-Type': 'application/json',
  'X-JWT-OTP': 'left.from.yesterday',
}

for (const host of ['spr.local', '192.168.2.1'])
  story(`a client with Host ${host} starts`, async ({ router }) => {
    for (const [call, expected] of CALLS) {
      const [method = '', path = ''] = call.split(' ')
      const reply = await exchange(router.console, { method, path, headers: { ...headers, Host: host } })
      try {
        if (expected !== absent) expected(understood(method, reply))
        else {
          assert.ok(reply.status >= 400 && reply.status < 500, String(reply.status))
          assert.match(reply.text, /^[^\n]+\n$/)
          assert.equal(reply.headers['content-type'], 'text/plain; charset=utf-8')
        }
      } catch (cause) {
        throw new Error(`${call} gave ${reply.status} ${reply.text.slice(0, 300)}`, { cause })
      }
    }
    await using notices = await openListener(router.console, '/ws')
    notices.send(LOGIN)
    assert.equal(await notices.next(), 'success')
  })

story('a native app’s origin is accepted, and a wrong password gets 401', async ({ router }) => {
  const ask = (given: Record<string, string>) =>
    exchange(router.console, { method: 'GET', path: '/status', headers: { ...headers, ...given } })
  assert.equal((await ask({ Origin: 'capacitor://localhost' })).status, 200)
  const wrong = await ask({ Authorization: basic('admin:open sesam'), Origin: 'capacitor://localhost' })
  assert.deepEqual([wrong.status, wrong.headers['www-authenticate']], [401, undefined])
  assert.equal(wrong.headers['access-control-allow-origin'], '*', 'it can read that it was refused')
})
