import assert from 'node:assert/strict'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
})

story('a household link gets additional addresses, and loses them', async (home) => {
  const { router, laptop } = home
  await home.gather()
  assert.ok(!(await laptop.pings('10.5.0.1')))
  await router.api('/link/ip', { Name: 'lan0', AdditionalIPs: [{ IP: '10.5.0.1/24' }] })
  assert.ok(await laptop.pings('10.5.0.1'))
  assert.equal(await laptop.fetch('http://10.5.0.1/status', '-u', 'admin:open sesame'), '"Online"\n')
  await router.api('/link/ip', { Name: 'lan0', AdditionalIPs: [] })
  assert.ok(!(await laptop.pings('10.5.0.1')))
})

story('a link is disabled and enabled', async ({ router, laptop, phone }) => {
  await router.api('/ip/link/lan0/down', undefined, 'PUT')
  assert.match(await router.namespace.run(['ip', '-o', 'link', 'show', 'lan0']), /state DOWN/)
  assert.ok(!(await laptop.pings('192.168.2.1')))
  assert.ok(await phone.pings('192.168.2.1'))
  await router.api('/ip/link/lan0/up')
  assert.ok(await until('the laptop', () => laptop.pings('192.168.2.1')))
  const station = phone.routerLink ?? ''
  await router.api(`/ip/link/${station}/down?confirm=8`, undefined, 'PUT')
  assert.ok(!(await phone.pings('192.168.2.1')))
  // Other repairs may happen at the same time.
  await router.namespace.run(['ip', 'link', 'set', 'lan0', 'down'])
  await until('lan0 to be repaired', () => laptop.pings('192.168.2.1'))
  assert.ok(!(await phone.pings('192.168.2.1')))
  assert.ok(await until('the phone', () => phone.pings('192.168.2.1')))
})
