import assert from 'node:assert/strict'
import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '../../../router/model/operation.ts'
import { contracts, socketContracts } from '../../../router/model/operations.ts'
import { describeApi } from '../../../router/servers/http/describe/openapi.ts'
import { SOCKETS } from '../../../router/servers/http/describe/reference.ts'
import { anyCall, type Made, type Pattern } from '../../conformance/generated.ts'
import { inKernel, lastChange, remembered, settledKernel, unordered } from '../../conformance/state.ts'
import { basic, exchange, type Reply } from '../../contract/call.ts'
import { json, line } from '../../contract/rows.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { type Listener, type Message, openListener } from '../../probes/listener.ts'

/**
 * Calls that are made up, of every operation that the router describes. It refuses them or does them, and never breaks: no answer
 * is a 5xx, and what was refused has changed nothing, neither in the saved state nor in the kernel. The calls are
 * the same in each run; `FC_SEED` and `FC_RUNS` make others and more, as every night.
 */
const data = '/run/generated'
const PASSWORD = 'correct horse'
const story = await openStories(
  { phone: { Policies: ['wan', 'dns'], Groups: ['family'] } },
  { data, password: PASSWORD },
)

const SEED = Number(process.env.FC_SEED || 1)
const RUNS = Number(process.env.FC_RUNS || 1)
const BATCH = 2

interface Target extends Pattern {
  readonly name: string
  readonly method: string
  readonly tag: string
  readonly socket: string | undefined
  /** Statuses that are announced. */
  readonly announced: readonly number[]
  /** Those of them whose body is JSON with a code. */
  readonly coded: readonly number[]
}

interface Said {
  readonly tags: readonly [string]
  readonly parameters: Pattern['parameters']
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

const CODED = z.strictObject({ error: z.string(), message: z.string() })

/** Operations that wait for outside responses, or set this machine's clock. Their invalid input is in lab/contract. */
const SLOW = /^PUT \/(restart$|time\/sync|ping|capture|wan\/speedtest)/

const isDone = (status: number): boolean => status >= 200 && status < 300

const flat = (all: Record<string, Record<string, Operation>>) => Object.values(all).flatMap((one) => Object.values(one))
const { paths } = (await describeApi(flat(contracts), flat(socketContracts))) as {
  paths: Record<string, Record<string, Said>>
}
const TARGETS: readonly Target[] = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        way,
        {
          tags: [tag],
          parameters,
          requestBody,
          responses,
        },
      ]) => ({
        name: `${way.toUpperCase()} ${path}`,
        method: way.toUpperCase(),
        path,
        tag,
        parameters,
        body: requestBody?.content['application/json']?.example,
        socket: SOCKETS[tag] && `${data}/${SOCKETS[tag]}`,
        announced: Object.keys(responses).map(Number),
        coded: Object.entries(responses).flatMap(([status, { content = {} }]) =>
          !isDone(Number(status)) && 'application/json' in content ? [Number(status)] : [],
        ),
      }),
    ),
  )
  .filter(({ name }) => !SLOW.test(name))

let proof = ''
const headers = () => ({ Authorization: basic(`admin:${PASSWORD}`), 'X-JWT-OTP': proof })

/** The state of the router before the next call: saved state, and kernel state. */
let before: string[] = []
let standing: string[] = []
const tally = { refused: 0, done: 0 }

/** Operations whose effects continue after the response. */
const TAKES_TIME = /^\/(uplink|link|ip\/link|subnetConfig)/

function checkReply(target: Target, made: Made, reply: Reply): void {
  const shown = `${target.method} ${made.path} ${made.text.slice(0, 300)} gave ${reply.status} ${reply.text.trim().slice(0, 300)}`
  assert.ok(reply.status < 500 || (reply.status === 503 && target.announced.includes(503)), shown)
  if (isDone(reply.status)) return
  try {
    if (target.coded.includes(reply.status)) json(CODED)(reply)
    else line(reply)
  } catch (cause) {
    throw new Error(shown, { cause })
  }
}

/** Sends one call. If it is rejected, state and kernel must be unchanged; else they are the base of the next call. */
async function tryCall(router: Router, target: Target, made: Made): Promise<void> {
  const { method, socket = router.console } = target
  const reply = await exchange(socket, { method, path: made.path, text: made.text, headers: headers() })
  checkReply(target, made, reply)
  const changes = method !== 'GET' || target.path.startsWith('/ip/link')
  if (isDone(reply.status)) {
    tally.done++
    if (!changes) return
    await giveBack(router, target)
    standing = await (TAKES_TIME.test(target.path) ? settledKernel(router) : inKernel(router))
    before = await remembered(router, headers())
  } else {
    tally.refused++
    if (!changes) return
    const call = `${method} ${made.path} ${made.text.slice(0, 300)} was refused, and`
    assert.deepEqual(await lastChange(router, headers()), before.at(-1), `${call} something was changed`)
    assert.deepEqual(await inKernel(router), standing, `${call} the kernel is another`)
  }
}

async function tryBatch(router: Router, target: Target, batch: readonly Made[]): Promise<void> {
  for (const made of batch) await tryCall(router, target, made)
  const after = await remembered(router, headers())
  // Reading a secret is logged too.
  if (target.method === 'GET') before = [...before.slice(0, -1), ...after.slice(-1)]
  assert.deepEqual(after, before, `${target.name} was refused, and something was changed`)
}

/** Reverts changes that would disconnect the test. */
async function giveBack(router: Router, { name, socket, parameters }: Target): Promise<void> {
  if (name === 'PUT /recover') {
    await exchange(socket ?? '', { method: 'PUT', path: '/recover', text: JSON.stringify({ AdminPassword: PASSWORD }) })
    await signIn(router)
  }
  if (parameters.some((one) => one.name === 'confirm')) {
    const { status } = await router.ask({ method: 'PUT', path: '/confirm' })
    // A change that closes the last admin port cannot be confirmed.
    if (status === 400) await router.ask({ method: 'DELETE', path: '/confirm' })
  }
  // Probes of uplinks without a connection change the routes later.
  if (name === 'PUT /wan/config') await calm(router)
}

const calm = (router: Router) => router.api('/wan/config', { Enabled: false, SpeedTestURL: '', ProbeTargets: [] })

async function signIn(router: Router): Promise<void> {
  proof = (await router.registerCodes()).proof
}

story('the home has objects for random calls', async ({ phone, router }) => {
  for (const link of ['eth0', 'eth1'])
    await router.namespace.ip(
      `link add ${link} type veth peer name ${link}far`,
      `link set ${link} up`,
      `link set ${link}far up`,
    )
  await phone.join()
  await signIn(router)
  await calm(router)
  before = await remembered(router, headers())
  standing = await settledKernel(router)
})

/** A new link, as of a tunnel, causes a comparison of everything, which reports all items of a missing link first. */
function withoutMissing(drift: readonly { reason: string; what: string }[]): object[] {
  const missing = drift.flatMap(({ reason, what }) => (reason === 'no such device' ? [what.split(' ')[1] ?? ''] : []))
  return drift.filter(({ what }) => !missing.some((link) => what.split(/[ .]/).includes(link)))
}

/** The drift reported until now, without items of missing links, which remain until the link exists. */
async function driftIn(events: Listener, router: Router): Promise<object[]> {
  const all: { reason: string; what: string }[] = []
  // Only this call causes a wrong password.
  await router.ask({ path: '/status', login: 'admin:wrong' })
  for (;;) {
    const { Type, Data } = JSON.parse(await events.next()) as Message
    if (Type === 'auth:failure') return withoutMissing(all)
    if (Type === 'system:drift') all.push(...JSON.parse(Data).drift)
  }
}

for (const [tag, targets] of Map.groupBy(TARGETS, (target) => target.tag))
  story(`random calls are rejected or applied completely: ${tag} (FC_SEED=${SEED})`, async ({ router }) => {
    await using events = await openListener(router.console, '/ws_events_all')
    events.send(`admin:${PASSWORD}`)
    assert.equal(await events.next(), 'success')
    for (const target of targets) {
      const batches = fc.array(anyCall(target), { minLength: BATCH, maxLength: BATCH })
      const property = fc.asyncProperty(batches, (batch) => tryBatch(router, target, batch))
      await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true })
    }
    // Sessions end when the password is recovered.
    if (tag !== 'unix_access') assert.deepEqual(await driftIn(events, router), [])
  })

story('a series of changes gives the same kernel state as a fresh start', async ({ router }) => {
  const { refused, done } = tally
  const enough = TARGETS.length / 2
  assert.ok(refused > enough && done > enough, `${refused} refused and ${done} done mean too little`)
  await router.kill()
  await router.start()
  assert.deepEqual((await remembered(router, headers())).map(unordered), before.map(unordered))
  assert.deepEqual(await settledKernel(router), standing)
})
