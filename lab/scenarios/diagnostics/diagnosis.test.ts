import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { basic, exchange } from '../../contract/call.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Diagnosis: packet captures, measurements and logs. */
const story = await openStories({
  laptop: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  phone: { wired: true, Policies: ['wan', 'dns'] },
})

const ROUTER = '192.168.2.1'

story('a device measures its speed to the router', async (home) => {
  const { laptop, router } = home
  await home.gather()
  const curl = async (...args: string[]): Promise<string> =>
    (await laptop.try('curl', '-sS', '-m', '20', '-o', '/dev/null', '-u', router.login, ...args)).stdout
  const size = 20_000_000
  assert.equal(
    await curl('-w', '%{http_code} %{size_download} %{content_type}', `http://${ROUTER}/speedtest/0-${size}`),
    `200 ${size} text/plain`,
  )
  const upload = statSync('/bin/busybox').size
  assert.equal(
    await curl('-w', '%{http_code} %{size_upload}', '-T', '/bin/busybox', `http://${ROUTER}/speedtest`),
    `200 ${upload}`,
  )
})

/** tcpdump cannot drop its privileges in a user namespace, and does not start. */
const isRoot = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/).join(' ') === '0 0 4294967295'
const captureStory: typeof story = isRoot ? story : (title) => test.skip(title)

/** The proof that a one-time code was given, once for all stories. */
let jwt = ''
async function prove({ router }: Home): Promise<void> {
  jwt = (await router.registerCodes()).proof
}

/** The command line that captures into a file. */
const capturing = (url: string, login: string, wish: object, file: string): string[] => {
  const format = ['-w', '%{http_code} %{content_type}', '-o', file]
  const asked = ['-u', login, '-H', `X-JWT-OTP: ${jwt}`, '-X', 'PUT', '-d', JSON.stringify(wish)]
  return ['curl', '-sSN', '-m', '30', ...format, ...asked, url]
}

/** Waits for the header of the capture, which tcpdump writes when it is listening. */
const begins = (file: string): Promise<unknown> =>
  until('a capture to begin', () => existsSync(file) && statSync(file).size >= 24)

/** The lines of what was captured. */
const read = async ({ router }: Home, file: string): Promise<string[]> =>
  (await router.namespace.run(['tcpdump', '-n', '-r', file])).split('\n').filter((line) => line !== '')

captureStory('what a device sends is captured, and can be read with tcpdump', async (home) => {
  const { laptop, phone, router, dir } = home
  await prove(home)
  const file = join(dir, 'laptop.pcap')
  const ip = (await laptop.address()) ?? ''
  const wish = { Interface: 'lan0', Protocol: 'icmp', Host: ip, Packets: 4, Seconds: 60 }
  const argv = capturing('http://localhost/capture', router.login, wish, file)
  const capture = router.namespace.outcome([...argv, '--unix-socket', router.console])
  await begins(file)
  assert.ok(await phone.pings(ROUTER), 'which was not asked for')
  assert.ok(await laptop.pings(ROUTER))
  assert.ok(await laptop.pings(ROUTER))
  assert.equal((await capture).stdout, '200 application/vnd.tcpdump.pcap')
  const lines = await read(home, file)
  assert.equal(lines.length, 4, lines.join('\n'))
  for (const line of lines) assert.ok(line.includes('ICMP echo') && line.includes(ip), line)
})

captureStory('a device that captures on the way to the router does not capture its own capture', async (home) => {
  const { laptop, phone, router, dir } = home
  const file = join(dir, 'own.pcap')
  const argv = capturing(`http://${ROUTER}/capture`, router.login, { Interface: 'lan0', Seconds: 2 }, file)
  const capture = laptop.namespace.outcome(argv)
  await begins(file)
  assert.ok(await phone.pings(ROUTER))
  assert.match((await capture).stdout, /^200 /)
  const lines = await read(home, file)
  assert.ok(lines.some((line) => line.includes('ICMP echo')))
  assert.deepEqual(
    lines.filter((line) => line.includes(`${ROUTER}.80`)),
    [],
  )
})

captureStory('a capture ends when the caller goes away, and another can begin', async (home) => {
  const { router, dir } = home
  const running = async (): Promise<boolean> =>
    (await router.namespace.outcome(['pgrep', '-f', 'tcpdump --interface=wan0'])).code === 0
  for (const file of [join(dir, 'first.pcap'), join(dir, 'second.pcap')]) {
    const wish = { Interface: 'wan0', Protocol: 'udp', Port: 9, Seconds: 60 }
    const argv = capturing('http://localhost/capture', router.login, wish, file)
    const caller = router.namespace.start([...argv, '--unix-socket', router.console])
    await begins(file)
    assert.ok(await running())
    caller.kill('SIGKILL')
    await until('tcpdump to end', async () => !(await running()))
  }
})

story('packet captures need a one-time code', async ({ router }) => {
  const headers = { Authorization: basic(router.login) }
  const text = JSON.stringify({ Interface: 'lan0' })
  const reply = await exchange(router.console, { method: 'PUT', path: '/capture', headers, text })
  assert.equal(reply.status, 401)
})

story('every call is logged, newest first, without secrets', async ({ laptop, router }) => {
  await laptop.try('curl', '-s', '-u', 'admin:not the password', `http://${ROUTER}/status?token=hush`)
  const entries = (await router.api('/logs')) as { MESSAGE: string; __REALTIME_TIMESTAMP: string }[]
  const from = await laptop.address()
  const at = entries.findIndex(({ MESSAGE }) => MESSAGE.startsWith(`${from}:`) && MESSAGE.endsWith(' GET /status'))
  assert.ok(at >= 0 && at < 5, JSON.stringify(entries.slice(0, 5)))
  const times = entries.map(({ __REALTIME_TIMESTAMP }) => Number(__REALTIME_TIMESTAMP))
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  )
  assert.ok(entries.some(({ MESSAGE }) => String(MESSAGE).startsWith('sallyport: answering')))
  const text = JSON.stringify(entries)
  for (const secret of ['hush', 'not the password', 'open sesame', Buffer.from(router.login).toString('base64')])
    assert.ok(!text.includes(secret), secret)
})

story('the host name is kept across a restart', async ({ router }) => {
  const name = async () => (await router.namespace.run(['hostname'])).trim()
  await router.api('/info/hostname', 'fort')
  assert.equal(await name(), 'fort')
  await router.kill()
  await router.namespace.run(['hostname', 'booted'])
  await router.start()
  assert.equal(await name(), 'fort')
  assert.equal(await router.api('/info/hostname'), 'fort')
})
