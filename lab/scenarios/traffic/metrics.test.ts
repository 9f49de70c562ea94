import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { basic, exchange } from '../../contract/call.ts'
import { dashboardExpressions } from '../../docs/dashboard.ts'
import { WEB } from '../../guests/addresses.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Metrics, scraped by a real Prometheus on a device of the household with a token for that alone. */
const { home, story } = await openStage({
  nas: { wired: true, Policies: ['dns', 'api'] },
  phone: { Policies: ['wan', 'dns'] },
})
const { nas, phone, router } = home
await nas.join()
await phone.join()
await router.uplinkAddress()

let token = ''
/** Of a one-time code: needed to make a token. */
let proof = ''
/** Without a radio, a VPN peer and another program, these have no series. */
const ABSENT = /radio_|station_|vpn_|integration_/

const get = (path: string, given = token) =>
  exchange(router.console, { method: 'GET', path, headers: { Authorization: `Bearer ${given}` } })
const scrape = (given = token) => get('/metrics', given)
const sampleOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
/** The result of an expression, from Prometheus's HTTP API. */
const query = async (expression: string): Promise<readonly { readonly value: readonly [number, string] }[]> => {
  const body = ['--data-urlencode', `query=${expression}`]
  const text = await nas.namespace.run(['curl', '-sS', 'http://127.0.0.1:9090/api/v1/query', ...body])
  const { status, data, error } = JSON.parse(text)
  assert.equal(status, 'success', `${expression}: ${error}`)
  return data.result
}

story('a token with the scope /metrics:r reads metrics and nothing else', async () => {
  proof = await prove()
  token = await newToken(['/metrics:r'])
  const { status, headers, text } = await scrape()
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(text, /^# HELP sallyport_/)
  assert.equal((await get('/devices')).status, 401)
  assert.equal((await scrape(await newToken(['/devices:r']))).status, 401)
})

story('promtool has no complaint about names, types and help texts', async () => {
  const { text } = await scrape()
  const { code, stdout, stderr } = await nas.namespace.outcome(['promtool', 'check', 'metrics'], { input: text })
  assert.deepEqual([stdout, stderr], ['', ''])
  assert.equal(code, 0)
  assert.deepEqual(text.match(/^sallyport_scrape_success.* 0$/gm), null)
})

story('the traffic, presence and DNS queries of a device are counted', async () => {
  const device = `device="${phone.mac}"`
  const before = (await scrape()).text
  const received = `sallyport_device_receive_bytes_total{${device},network="wan"}`
  assert.equal(sampleOf(before, `sallyport_device_online{${device}}`), 1)
  await phone.run('curl', '-s', '-o', '/dev/null', `http://${WEB}/`)
  await phone.namespace.outcome(['dig', '+short', 'www.test'])
  const after = (await scrape()).text
  assert.ok(sampleOf(after, received)! > (sampleOf(before, received) ?? 0))
  const queries = 'sallyport_dns_queries_total'
  await until('the statistics of the resolver', async () => {
    return sampleOf((await scrape()).text, queries)! > sampleOf(before, queries)!
  })
  assert.equal(sampleOf(after, 'sallyport_uplink_up{link="wan0"}'), 1)
  assert.ok(sampleOf(after, 'sallyport_link_receive_bytes_total{link="wan0"}')! > 0)
  assert.ok(sampleOf(after, 'sallyport_events_total{topic="auth:failure"}')! >= 1)
  await phone.leave()
  await until('the phone to be away', async () => {
    return sampleOf((await scrape()).text, `sallyport_device_online{${device}}`) === 0
  })
  await phone.join()
})

story('Prometheus scrapes the router, and every expression of the dashboard has a result', async () => {
  const dir = nas.namespace.dir
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [
      {
        job_name: 'sallyport',
        authorization: { credentials: token },
        static_configs: [{ targets: ['192.168.2.1'] }],
      },
    ],
  }
  writeFileSync(join(dir, 'prometheus.yml'), JSON.stringify(config))
  const prometheus = nas.namespace.start([
    'prometheus',
    `--config.file=${join(dir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(dir, 'tsdb')}`,
    '--web.listen-address=127.0.0.1:9090',
  ])
  await prometheus.line('Server is ready')
  await until('the first scrapes', async () => Number((await query('count_over_time(up[1m])'))[0]?.value[1]) >= 4)
  assert.equal((await query('up'))[0]?.value[1], '1')
  await phone.run('curl', '-s', '-o', '/dev/null', `http://${WEB}/`)
  for (const { title, expression } of dashboardExpressions()) {
    const result = await query(expression)
    if (ABSENT.test(expression)) continue
    assert.ok(result.length > 0, `${title}: ${expression} has no result`)
  }
})

async function prove(): Promise<string> {
  const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
  const Code = new TOTP({ secret: OTPUsers[0]!.Secret }).generate()
  return (await router.api('/otp_validate', { Name: 'admin', Code })) as string
}

async function newToken(ScopedPaths: readonly string[]): Promise<string> {
  const headers = { 'X-JWT-OTP': proof, Authorization: basic(router.login) }
  const text = JSON.stringify({ Name: 'prometheus', Expire: 0, ScopedPaths })
  const reply = await exchange(router.console, { method: 'PUT', path: '/tokens', headers, text })
  assert.equal(reply.status, 200, reply.text)
  return JSON.parse(reply.text).Token
}
