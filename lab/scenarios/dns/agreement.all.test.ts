import assert from 'node:assert/strict'
import { join } from 'node:path'
import { TROUBLED_RESOLVER } from '../../guests/addresses.ts'
import { startVerifier } from '../../guests/zone.ts'
import { openStories } from '../../home/story.ts'
import { askAll, differences, questionsOf } from '../../probes/agreement.ts'
import { chosenSeed, openChance } from '../../probes/chance.ts'

const ROUTER = '192.168.2.1'
/** `npm run agree` asks for longer. */
const COUNT = Number(process.env.QUESTIONS ?? 1_500)

const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } })
const provider = (TLSHost: string) => ({ IPAddress: TROUBLED_RESOLVER, TLSHost, DisableTls: TLSHost === '' })

const questions = questionsOf(COUNT, openChance(chosenSeed()))
let truth: Awaited<ReturnType<typeof askAll>> = []

story('unbound is queried directly for reference', async (home) => {
  const dir = join(home.dir, 'authority')
  const authority = { ca: join(dir, 'ca.pem'), certificate: join(dir, 'server.pem'), key: join(dir, 'server.key') }
  await startVerifier(home.internet.namespace, authority, TROUBLED_RESOLVER)
  await home.gather()
  // unbound's responses from its cache differ slightly: the second round is compared.
  for (let round = 0; round < 2; round++) truth = await askAll(home.internet.namespace, TROUBLED_RESOLVER, questions)
  const kinds = new Set(truth.map(({ status }) => status))
  assert.deepEqual([...kinds].sort(), ['NOERROR', 'NXDOMAIN', 'SERVFAIL'])
  assert.ok(truth.some(({ flags }) => flags.includes(' ad')))
})

story('the router returns the same responses as unbound, over TLS and from its cache', async ({ laptop, router }) => {
  await router.api('/dnsSettings', { UpstreamProviders: [provider('dns.test')] })
  for (let round = 0; round < 2; round++) {
    const responses = await askAll(laptop.namespace, ROUTER, questions)
    assert.deepEqual(differences(questions, truth, responses), [])
  }
})

story('the router returns the same responses over HTTPS', async ({ laptop, router }) => {
  await router.api('/dnsSettings', { UpstreamProviders: [provider('https://dns.test/dns-query')] })
  const some = questions.slice(0, 500)
  assert.deepEqual(differences(some, truth, await askAll(laptop.namespace, ROUTER, some)), [])
})

story('the router returns the same responses over plain DNS, without the AD bit', async ({ laptop, router }) => {
  await router.api('/dnsSettings', { UpstreamProviders: [provider('')] })
  const some = questions.slice(0, 500)
  const responses = await askAll(laptop.namespace, ROUTER, some)
  assert.deepEqual(differences(some, truth, responses, { unprotected: true }), [])
})
