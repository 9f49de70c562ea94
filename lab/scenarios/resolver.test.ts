import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { FAMILY_RESOLVER, FOREIGN_RESOLVER, RESOLVER, TROUBLED_RESOLVER, WEB } from '../guests/addresses.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'
import { openWitness } from '../witness.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns', 'dns:family'] },
  sensor: { Policies: ['wan'] },
})

const good = { IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }
const bad = { IPAddress: TROUBLED_RESOLVER, TLSHost: '', DisableTls: true }

story('questions leave the house over TLS, and only so', async (home) => {
  const { laptop, internet } = home
  await home.gather()
  await using plain = await openWitness(internet.namespace, 'meta l4proto { tcp, udp } th dport 53')
  await using secure = await openWitness(internet.namespace, 'tcp dport 853')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await laptop.resolves('nowhere.test'), [])
  assert.equal(await plain.packets(), 0)
  assert.ok((await secure.packets()) > 0)
})

story('families get the answers of their own resolver', async ({ laptop, phone }) => {
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
  assert.deepEqual(await phone.resolves('whoami.test'), [FAMILY_RESOLVER])
  assert.deepEqual(await laptop.resolves('grown-ups.test'), [WEB])
  assert.deepEqual(await phone.resolves('grown-ups.test'), [])
})

story('a resolver of their own choice does not get devices around ours', async ({ laptop, sensor }) => {
  for (const how of ['+notcp', '+tcp'])
    assert.deepEqual(await laptop.resolves('whoami.test', how, `@${FOREIGN_RESOLVER}`), [RESOLVER])
  assert.deepEqual(await sensor.resolves('whoami.test', `@${FOREIGN_RESOLVER}`), [])
})

story('a resolver that the owner chose is asked while he wants it, by those who may ask', async (home) => {
  const { laptop, sensor } = home
  for (const device of [laptop, sensor]) await home.tell(device, { DNSCustom: FOREIGN_RESOLVER })
  // Always from the same port: what the kernel tracks goes on from one question to the next.
  const ask = () => laptop.resolves('whoami.test', '-b', '0.0.0.0#5300', `@${FOREIGN_RESOLVER}`)
  assert.deepEqual(await ask(), [FOREIGN_RESOLVER])
  assert.deepEqual(await sensor.resolves('whoami.test', `@${FOREIGN_RESOLVER}`), [])
  for (const device of [laptop, sensor]) await home.tell(device, { DNSCustom: '0' })
  assert.deepEqual(await ask(), [RESOLVER])
})

story('an answer too long for a datagram arrives whole', async ({ laptop }) => {
  assert.equal((await laptop.resolves('long.test', 'TXT')).length, 120)
})

story('a name from outside cannot lead to an address inside', async ({ laptop }) => {
  assert.deepEqual(await laptop.resolves('rebind.test'), [])
  assert.deepEqual(await laptop.resolves('modem.test'), [])
})

story('a resolver that cannot prove its name is not asked', async ({ laptop, router }) => {
  await router.api('/dnsSettings', { UpstreamProviders: [{ ...good, TLSHost: 'dns.elsewhere' }] })
  assert.deepEqual(await laptop.resolves('lists.test'), [])
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
  assert.deepEqual(await laptop.resolves('lists.test'), [WEB])
})

story('an upstream that is slow, cuts short, or is spoken over by a liar is still understood', async (home) => {
  const { laptop, router, internet } = home
  const script = fileURLToPath(new URL('../guests/trouble.ts', import.meta.url))
  await internet.namespace.start([process.execPath, script, TROUBLED_RESOLVER]).line('ready')
  await router.api('/dnsSettings', { UpstreamProviders: [bad] })
  for (const name of ['plain', 'slow', 'cut', 'forged', 'swapped', 'garbage'])
    assert.deepEqual(await laptop.resolves(`${name}.test`, '+time=4'), [WEB], name)
})

story('an upstream that refuses or never answers is said to have failed, in time', async ({ laptop }) => {
  for (const name of ['refused', 'never']) {
    const began = Date.now()
    const { stdout } = await laptop.try('dig', '+tries=1', '+time=8', `${name}.test`)
    assert.match(stdout, /status: (SERVFAIL|REFUSED)/, name)
    assert.ok(Date.now() - began < 7000, name)
  }
  assert.deepEqual(await laptop.resolves('plain.test'), [WEB], 'and the next question is answered')
})

story('of two upstreams, the good one answers what the bad one refuses', async ({ laptop, router }) => {
  await router.api('/dnsSettings', { UpstreamProviders: [bad, good] })
  for (let time = 0; time < 6; time++)
    await until('an answer', async () => (await laptop.resolves('www.test'))[0] === WEB, 4000)
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
})
