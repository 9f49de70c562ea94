import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, camera: { Policies: ['dns', 'noapi'] } })

const TLS = '/firewall/enableTLS'
/** Exit statuses of curl: connection refused; certificate not trusted. */
const REFUSED = 7
const UNTRUSTED = 60

/** Fetches a URL with curl, which trusts only the authority at `ca`. */
const curl = (device: HouseholdDevice, ca: string, url: string, ...options: string[]) =>
  device.try('curl', '-s', '-m', '3', '--cacert', ca, ...options, url)

/** The authority as a device downloads it. */
async function authority(device: HouseholdDevice, { dir }: Home, router = '192.168.2.1'): Promise<string> {
  const pem = await device.run('curl', '-s', '-m', '3', `http://${router}/cert`)
  assert.match(pem, /^-----BEGIN CERTIFICATE-----\n/)
  const file = join(dir, 'authority.pem')
  writeFileSync(file, pem)
  return file
}

story('a device with the authority trusts the router, by name and address', async (home) => {
  const { laptop, router } = home
  await laptop.join()
  const head = await laptop.run(
    'curl',
    '-s',
    '-m',
    '3',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    'http://192.168.2.1/cert',
  )
  assert.equal(head, '404')
  assert.equal((await laptop.try('curl', '-s', '-m', '3', 'https://192.168.2.1/setup')).code, REFUSED)

  assert.equal(await router.api(TLS, undefined, 'PUT'), 'Done')
  const ca = await authority(laptop, home)
  const named = await curl(
    laptop,
    ca,
    'https://spr.local/status',
    '-u',
    router.login,
    '--resolve',
    'spr.local:443:192.168.2.1',
  )
  assert.deepEqual([named.code, named.stdout], [0, '"Online"\n'])
  assert.equal((await curl(laptop, ca, 'https://192.168.2.1/status', '-u', router.login)).stdout, '"Online"\n')
  assert.equal((await laptop.try('curl', '-s', '-m', '3', 'https://192.168.2.1/status')).code, UNTRUSTED)
  const old = await curl(
    laptop,
    ca,
    'https://192.168.2.1/status',
    '--tls-max',
    '1.1',
    '--ciphers',
    'DEFAULT@SECLEVEL=0',
  )
  assert.notEqual(old.code, 0)
})

story('a WebSocket opens over TLS', async ({ laptop, dir }) => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const headers = [...upgrade, `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`].flatMap((one) => [
    '-H',
    one,
  ])
  const head = await curl(laptop, join(dir, 'authority.pem'), 'https://192.168.2.1/ws', '-i', '--http1.1', ...headers)
  assert.match(head.stdout, /^HTTP\/1\.1 101 /)
})

story('HTTPS is closed to devices with noapi, and to the internet', async ({ camera, internet, router }) => {
  await camera.join()
  assert.ok(!(await camera.reaches('192.168.2.1', 443)))
  assert.ok(!(await internet.namespace.connects(await router.uplinkAddress(), 443)))
})

story('the certificate survives a power failure', async ({ laptop, router, dir }) => {
  const serial = () =>
    curl(laptop, join(dir, 'authority.pem'), 'https://192.168.2.1/', '-o', '/dev/null', '-w', '%{certs}')
  const before = await serial()
  assert.match(before.stdout, /BEGIN CERTIFICATE/)
  await router.kill()
  await router.start()
  assert.equal((await serial()).stdout, before.stdout)
})

story('the certificate is renewed for another router address', async (home) => {
  const { laptop, router } = home
  await router.api('/subnetConfig', { TinyNets: ['10.42.0.0/24'], LeaseTime: '24h0m0s' })
  await laptop.stopDhcp()
  await laptop.lease()
  const ca = await authority(laptop, home, '10.42.0.1')
  await until('a certificate for it', async () => (await curl(laptop, ca, 'https://10.42.0.1/setup')).code === 0)
})

story('disabling HTTPS closes the port after its response', async ({ laptop, router, dir }) => {
  const off = await curl(
    laptop,
    join(dir, 'authority.pem'),
    `https://10.42.0.1${TLS}`,
    '-X',
    'DELETE',
    '-u',
    router.login,
  )
  assert.deepEqual([off.code, off.stdout], [0, '"Done"\n'])
  assert.equal((await laptop.try('curl', '-s', '-m', '3', 'https://10.42.0.1/setup')).code, REFUSED)
  assert.equal(await laptop.fetch('http://10.42.0.1/cert', '-f'), undefined)
  assert.equal(await router.api(TLS), false)
})
