import assert from 'node:assert/strict'
import type { DnsBlockConfig } from '../../../router/model/dns/blocklists/contract.ts'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { openEvents } from '../../probes/listener.ts'
import { until } from '../../process/until.ts'
import { base, ipOf, override, removeOverride } from './filter.fixture.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'], DeviceTags: ['child'] },
  phone: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
})

story('all devices join', (home) => home.gather().then(() => undefined))

story('a permanent override applies again after a temporary one, also across a restart', async ({ laptop, router }) => {
  const domain = { Domain: 'www.test.', ClientIP: await ipOf(laptop) }
  const shown = async () => {
    const { PermitDomains, BlockDomains } = (await router.api(`${base}/config`)) as DnsBlockConfig
    return [...PermitDomains, ...BlockDomains].map(({ Type, Expiration }) => `${Type} ${Expiration}`)
  }
  await override(router, { Type: 'block', ...domain })
  await override(router, { Type: 'permit', ...domain, Expiration: 3600 })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await removeOverride(router, domain)
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await override(router, { Type: 'permit', ...domain, Expiration: 2 })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.kill()
  await router.start()
  await until('the block again', async () => (await laptop.resolves('www.test')).length === 0)
  assert.deepEqual(await shown(), ['block 0'])

  await override(router, { Type: 'permit', ...domain, ResultIP: '192.168.2.77' })
  await override(router, { Type: 'block', ...domain, Expiration: 2 })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await until('the redirection again', async () => (await laptop.resolves('www.test')).join() === '192.168.2.77')
  assert.deepEqual(await shown(), ['permit 0'])
  await removeOverride(router, domain)
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
})

story('a pause applies to one device or all, also across a restart', async ({ laptop, phone, router }) => {
  await override(router, { Type: 'block', Domain: 'www.test' })
  await router.api(`${base}/pause`, { ClientIP: await ipOf(laptop), Minutes: 5 })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await phone.resolves('www.test'), [])
  await router.kill()
  await router.start()
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(await phone.resolves('www.test'), [])
  await router.api(`${base}/pause`, { ClientIP: '', Minutes: 5 })
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  await router.api(`${base}/pause`, undefined, 'DELETE')
  await router.api(`${base}/pause`, { ClientIP: await ipOf(laptop) }, 'DELETE')
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await removeOverride(router, { Domain: 'www.test' })
})

story('names that resolve to 100.64.0.0/10 or to the router’s uplink address are blocked', async (home) => {
  const { laptop, router, internet } = home
  const uplink = await router.uplinkAddress()
  await internet.names.lead('doorway.test', uplink)
  for (const [name, ip] of [
    ['shared.test', '100.64.7.7'],
    ['doorway.test', uplink],
  ] as const) {
    assert.deepEqual(await laptop.resolves(name), [], name)
    await override(router, { Type: 'permit', Domain: name })
    assert.deepEqual(await laptop.resolves(name), [ip])
    await removeOverride(router, { Domain: name })
    assert.deepEqual(await laptop.resolves(name), [], name)
  }
})

story('events report blocked and redirected names', async ({ laptop, router }) => {
  const ip = await ipOf(laptop)
  await using listener = await openEvents(router)
  await override(router, { Type: 'block', Domain: 'www.test' })
  await override(router, { Type: 'permit', Domain: 'nas.test', ResultIP: '192.168.2.77' })
  await laptop.resolves('www.test')
  await laptop.resolves('nas.test')
  /** Events come in batches, which may contain earlier events and those of other devices. */
  const eventFor = async (topic: string, name: string): Promise<unknown> => {
    const payload = JSON.parse((await listener.event(topic)).Data)
    return payload.Name === name && payload.ClientIP === ip ? payload : eventFor(topic, name)
  }
  assert.deepEqual(await eventFor('dns:block:event', 'www.test.'), { ClientIP: ip, Name: 'www.test.', By: 'www.test.' })
  const led = { ClientIP: ip, IP: '192.168.2.77', Name: 'nas.test.' }
  assert.deepEqual(await eventFor('dns:override:event', 'nas.test.'), led)
})
