import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { SHARED_FIREWALL } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { kernelOf } from '../../safety/kernel.ts'
import { look } from '../../safety/things.ts'

const story = await openStories({ laptop: { Policies: ['wan'] }, camera: {} }, { flags: SHARED_FIREWALL })

story('a change that one driver rejects is reverted in the others', async ({ laptop, camera, router }) => {
  await Promise.all([laptop.join(), camera.join()])
  const before = { shown: await look(router), kernel: await kernelOf(router) }
  // Enabling HTTPS changes the firewall as well, and its port is in use.
  await using squatter = router.namespace.listen(443)
  await until('the squatter', () => router.namespace.connects('127.0.0.1', 443))
  const refused = await router.ask({ method: 'PUT', path: '/firewall/enableTLS' })
  assert.equal(refused.status, 400)
  assert.match(String(refused.body), /another program has its port/)
  assert.equal(await router.api('/firewall/enableTLS'), false)
  assert.deepEqual({ shown: await look(router), kernel: await kernelOf(router) }, before)
  await squatter.stop()
  await router.api('/firewall/enableTLS', undefined, 'PUT')
})

story('while the kernel rejects transactions, changes are rejected', async ({ laptop, camera, router, configure }) => {
  const shown = await look(router)
  const kernel = await kernelOf(router)
  // Only its owner can change a table with an owner, and it ends with its owner: nft(8).
  await using owner = router.namespace.start(['nft', '-i'])
  owner.write('delete table inet sallyport\nadd table inet sallyport { flags owner; }\n')
  const listed = async () => (await router.namespace.outcome(['nft', 'list', 'table', 'inet', 'sallyport'])).stdout
  await until('the stranger’s table', async () => (await listed()).includes('owner'))
  for (const [path, body] of [
    [`/device?identity=${camera.mac}`, { Policies: ['wan'] }],
    ['/groups', { Name: 'den' }],
    ['/firewall/block', { Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: WEB }],
  ] as const) {
    const { status } = await router.ask({ method: 'PUT', path, body })
    assert.deepEqual([path, status], [path, 400])
  }
  assert.deepEqual(await look(router), shown)
  await owner.stop()
  await until('our table', async () => (await listed()).includes('internet_access'), 60_000)
  assert.deepEqual(await kernelOf(router), kernel)
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await camera.reaches(WEB, 80)))
  await configure(camera, { Policies: ['wan'] })
  assert.ok(await camera.reaches(WEB, 80))
})
