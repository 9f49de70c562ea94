import assert from 'node:assert/strict'
import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { SOCKETS } from '../../router/servers/http/reference.ts'
import { basic, exchange, type Reply } from '../call.ts'
import { anyCall, type Made, type Pattern } from '../conformance/generated.ts'
import { readDescription } from '../description.ts'
import type { Router } from '../guests/router.ts'
import { openListener } from '../listener.ts'
import { line } from '../rows.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'

/**
 * Calls that are made up, of every operation that the router describes. It refuses them or does them, and never breaks: no answer
 * is a 5xx, and what was refused has changed nothing, neither in what is remembered nor in the kernel. `FC_SEED` tells a
 * story again; a failure names its seed.
 */
const data = '/run/generated'
const PASSWORD = 'correct horse'
const story = await openStories(
  { phone: { Policies: ['wan', 'dns'], Groups: ['family'] } },
  { data, password: PASSWORD },
)

const SEED = Number(process.env.FC_SEED || Math.floor(Math.random() * 2 ** 31))
const BATCH = 6
const RUNS = Number(process.env.FC_RUNS || 1)

interface Target extends Pattern {
  readonly name: string
  readonly method: string
  readonly socket: string | undefined
  /** Statuses that are announced. */
  readonly announced: readonly number[]
}

let proof = ''
const headers = () => ({ Authorization: basic(`admin:${PASSWORD}`), 'X-JWT-OTP': proof })

async function targetsOf(router: Router): Promise<Target[]> {
  const { document } = await readDescription(router.console)
  type Said = {
    tags: string[]
    parameters: Pattern['parameters']
    requestBody?: { content: Record<string, { example?: unknown }> }
    responses: object
  }
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Said>).map(([method, said]) => {
      const socket = SOCKETS[said.tags[0] ?? '']
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: said.parameters,
        body: said.requestBody?.content['application/json']?.example,
        socket: socket && `${data}/${socket}`,
        announced: Object.keys(said.responses).map(Number),
      }
    }),
  )
}

/** Calls that tell what is remembered. */
// biome-ignore format: a list
const REMEMBERED = [
  '/devices', '/groups', '/firewall/config', '/subnetConfig', '/dnsSettings', '/dns/hostnames', '/interfacesConfiguration', '/wan/config',
  '/multicastSettings', '/tokens', '/otp_status?name=admin', '/confirm', '/backup', '/release', '/checkupdates', '/autoupdate',
  '/time/servers', '/customThemes', '/info/hostname', '/firewall/enableTLS', '/audit?limit=1',
]

async function remembered(router: Router, paths = REMEMBERED): Promise<string[]> {
  return await Promise.all(
    paths.map(async (path) => {
      const { status, text } = await exchange(router.console, { method: 'GET', path, headers: headers() })
      assert.equal(status, 200, `${path} gave ${status} ${text}`)
      return `${path} ${text}`
    }),
  )
}

/** A path and its answer, whose lists and objects stand in the order of their text: a new start reads them in another. */
function unordered(told: string): string {
  const [path = ''] = told.split(' ', 1)
  const inOrder = (_: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  return `${path} ${JSON.stringify(JSON.parse(told.slice(path.length), inOrder))}`
}

/** The last of what is remembered: who changed what. */
const latest = async (router: Router): Promise<string | undefined> =>
  (await remembered(router, REMEMBERED.slice(-1)))[0]

const LOOK =
  'nft -j list table inet sallyport && ip -j link && ip -j -4 addr && ip -j -4 route show table all && ip -j rule && hostname'

/** The kernel's side, without what changes by itself: counters, handles, and how long an address is still good for. */
async function kernel(router: Router): Promise<string[]> {
  const listing = await router.namespace.run(['sh', '-c', LOOK])
  return listing.split('\n').flatMap((text) => {
    if (!text.startsWith('[') && !text.startsWith('{')) return [text]
    const objects = JSON.parse(text, without) as object[] | { nftables: object[] }
    return (Array.isArray(objects) ? objects : objects.nftables).map((one) => JSON.stringify(one)).toSorted()
  })
}

const PASSING = [
  'handle',
  'counter',
  'packets',
  'bytes',
  'expires',
  'valid_life_time',
  'preferred_life_time',
  'expires',
]
function without(this: unknown, key: string, value: unknown): unknown {
  if (PASSING.includes(key)) return undefined
  // The elements of a set stand in no order.
  if (key === 'elem' && Array.isArray(value)) return value.map((one) => JSON.stringify(one)).toSorted()
  return value
}

/** What such a call has begun goes on after its answer. */
const TAKES_TIME = /^\/(uplink|link|ip\/link|subnetConfig)/

/** Until it stays as it is: an uplink asks for its address after the call that changed it has been answered. */
async function settled(router: Router): Promise<string[]> {
  let last: string[] = []
  return await until(
    'a kernel that stays as it is',
    async () => {
      const now = await kernel(router)
      const same = JSON.stringify(now) === JSON.stringify(last)
      last = now
      return same && now
    },
    10_000,
  )
}

const ok = (status: number): boolean => status >= 200 && status < 300

function checkReply(target: Target, made: Made, reply: Reply): void {
  const shown = `${target.method} ${made.path} ${made.text.slice(0, 300)} gave ${reply.status} ${reply.text.trim().slice(0, 300)}`
  assert.ok(reply.status < 500 || (reply.status === 503 && target.announced.includes(503)), shown)
  if (!ok(reply.status)) {
    try {
      line(reply)
    } catch (cause) {
      throw new Error(shown, { cause })
    }
  }
}

/** What would take the test its own way away is given back at once. */
async function giveBack(router: Router, { name, socket, parameters }: Target): Promise<void> {
  if (name === 'PUT /recover') {
    await exchange(socket ?? '', { method: 'PUT', path: '/recover', text: JSON.stringify({ AdminPassword: PASSWORD }) })
    await signIn(router)
  }
  if (parameters.some((one) => one.name === 'confirm')) await router.ask({ method: 'PUT', path: '/confirm' })
  // Rounds of questions over uplinks that lead nowhere change the routes in their own time.
  if (name === 'PUT /wan/config') await calm(router)
}

const calm = (router: Router) => router.api('/wan/config', { Enabled: false, SpeedTestURL: '', ProbeTargets: [] })

async function signIn(router: Router): Promise<void> {
  const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
  const Code = new TOTP({ secret: OTPUsers[0]!.Secret }).generate()
  proof = String(await router.api('/otp_validate', { Name: 'admin', Code }))
}

/** They wait for answers from outside, or set this machine's own clock. Their input is tried in lab/scenarios/contract.test.ts. */
const SLOW = /^PUT \/(time\/sync|ping|capture|wan\/speedtest)/

story('the home has what made-up calls may meet', async ({ phone, router }) => {
  for (const link of ['eth0', 'eth1'])
    await router.namespace.ip(
      `link add ${link} type veth peer name ${link}far`,
      `link set ${link} up`,
      `link set ${link}far up`,
    )
  await phone.join()
  await signIn(router)
  await calm(router)
})

story(`made-up calls are refused whole or done whole (FC_SEED=${SEED})`, async ({ router }) => {
  const targets = (await targetsOf(router)).filter(({ name }) => !SLOW.test(name))
  await using events = await openListener(router.console, '/ws_events_all')
  events.send(`admin:${PASSWORD}`)
  assert.equal(await events.next(), 'success')
  let before = await remembered(router)
  let standing = await settled(router)
  const tally = { refused: 0, done: 0 }

  /** One call: what it is refused changes nothing at once, and what it does is what later ones start from. */
  const tryCall = async (target: Target, made: Made): Promise<void> => {
    const { method, socket = router.console } = target
    const reply = await exchange(socket, { method, path: made.path, text: made.text, headers: headers() })
    checkReply(target, made, reply)
    const changes = method !== 'GET' || target.path.startsWith('/ip/link')
    if (ok(reply.status)) {
      tally.done++
      if (!changes) return
      await giveBack(router, target)
      standing = await (TAKES_TIME.test(target.path) ? settled(router) : kernel(router))
      before = await remembered(router)
    } else {
      tally.refused++
      if (!changes) return
      const call = `${method} ${made.path} ${made.text.slice(0, 300)} was refused, and`
      assert.deepEqual(await latest(router), before.at(-1), `${call} something was changed`)
      assert.deepEqual(await kernel(router), standing, `${call} the kernel is another`)
    }
  }

  const tryBatch = async (target: Target, batch: readonly Made[]): Promise<void> => {
    for (const made of batch) await tryCall(target, made)
    const after = await remembered(router)
    // That a secret was read is remembered too.
    if (target.method === 'GET') before = [...before.slice(0, -1), ...after.slice(-1)]
    assert.deepEqual(after, before, `${target.name} was refused, and something was changed`)
  }

  for (const target of targets) {
    const batches = fc.array(anyCall(target), { minLength: BATCH, maxLength: BATCH })
    await fc.assert(
      fc.asyncProperty(batches, (batch) => tryBatch(target, batch)),
      {
        seed: SEED,
        numRuns: RUNS,
        endOnFailure: true,
      },
    )
  }
  console.log(`${targets.length} operations, ${tally.refused} calls refused, ${tally.done} done`)
  assert.ok(tally.refused > targets.length && tally.done > targets.length, 'too few of either to mean something')
  // Every topic up to one that nothing but this call brings about.
  await router.ask({ path: '/status', login: 'admin:wrong' })
  await events.event('auth:failure')
  assert.deepEqual(
    events.topics.filter((topic) => topic === 'system:drift'),
    [],
  )
  // What was made step by step is what a new start makes of the facts at once.
  await router.kill()
  await router.start()
  assert.deepEqual((await remembered(router)).map(unordered), before.map(unordered))
  assert.deepEqual(await settled(router), standing)
})
