import assert from 'node:assert/strict'
import { setup } from '../../../router/model/home/setup/contract.ts'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/**
 * The wifi network from which a router is set up with a phone alone. The radio is a mock, and cables connect the phones: that
 * nobody joins without the passphrase is tested with Debian's hostapd in the virtual machine (lab/vm/radio-setup.test.ts).
 */
const PASSWORD = 'a long enough password'
const PAGE = 'http://spr.setup'

const story = await openStories(
  {
    phone: { guest: true, unknown: true },
    other: { guest: true, unknown: true, listens: [80] },
    desk: { wired: true, unknown: true, listens: [80] },
  },
  // The network ends three seconds after the setup.
  { unset: true, password: PASSWORD, mockRadio: true, minuteMs: 6000 },
)

story(
  'a phone in the setup network gets an address, and the setup page by its name',
  async ({ phone, other, router }) => {
    assert.match(await phone.join(), /^192\.168\.222\./)
    assert.match(await other.join(), /^192\.168\.222\./)
    assert.deepEqual(await phone.resolves('spr.setup'), ['192.168.222.1'])
    assert.match((await phone.fetch(`${PAGE}${setup.state.path}`)) ?? '', /"ok"/)
    assert.match((await phone.fetch(PAGE)) ?? '', /<title>/)
    assert.deepEqual(await router.ask({ method: 'GET', path: '/devices' }).then(({ status }) => status), 200)
  },
)

story('no device is saved, and nothing of it is listed', async ({ phone, router }) => {
  assert.deepEqual(Object.keys((await router.api('/devices')) as object), [])
  assert.doesNotMatch(JSON.stringify(await router.api('/leases').catch(() => '')), new RegExp(phone.mac))
})

story('it reaches nothing else: no names, internet, ports of the router or other devices', async (home) => {
  const { phone, other, desk } = home
  await desk.join()
  assert.deepEqual(await phone.resolves('www.test'), [])
  for (const host of [WEB, PRIVATE_HOST]) assert.ok(!(await phone.reaches(host, 80)), host)
  assert.ok(!(await phone.pings('192.168.222.1')))
  assert.ok(!(await phone.reaches('192.168.2.1', 22)))
  assert.ok(await phone.reaches('192.168.2.1', 80))
  for (const device of [other, desk]) assert.ok(!(await phone.reaches(device, 80)), device.name)
  assert.ok(!(await desk.reaches(phone, 80)))
})

story('an address that was not assigned to the phone does not work', async ({ phone }) => {
  await phone.run('ip', 'addr', 'add', '192.168.222.30/24', 'dev', phone.link)
  assert.equal(await phone.fetch(`${PAGE}${setup.state.path}`, '--interface', '192.168.222.30'), undefined)
  await phone.run('ip', 'addr', 'del', '192.168.222.30/24', 'dev', phone.link)
  assert.match((await phone.fetch(`${PAGE}${setup.state.path}`)) ?? '', /"ok"/)
})

story('the phone sets up the router, also when it chooses another home network', async ({ phone }) => {
  const body = JSON.stringify({ AdminPassword: PASSWORD, InterfaceUplink: 'wan0', TinyNets: ['10.4.0.0/16'] })
  const put = (path: string, ...more: string[]) =>
    phone.fetch(`${PAGE}${path}`, '-X', 'PUT', '-H', 'Content-Type: application/json', ...more)
  assert.match((await put(setup.begin.path, '-d', body)) ?? '', /done/)
  assert.match((await phone.fetch(`${PAGE}${setup.state.path}`, '--resolve', 'spr.setup:80:192.168.222.1')) ?? '', /ok/)
  assert.match((await put(setup.finish.path, '--resolve', 'spr.setup:80:192.168.222.1')) ?? '', /done/)
})

story('afterwards every call needs credentials, and the network ends soon', async ({ phone, router }) => {
  router.login = `admin:${PASSWORD}`
  assert.match((await phone.fetch('http://192.168.222.1/devices')) ?? '', /Unauthorized/)
  await until(
    'no address of the setup network',
    async () => (await router.namespace.outcome(['ip', 'addr', 'show', 'to', '192.168.222.0/24'])).stdout === '',
  )
  assert.equal(await phone.fetch(`http://192.168.222.1${setup.state.path}`), undefined)
  assert.equal(await phone.fetch(`http://10.4.0.1${setup.state.path}`), undefined)
})
