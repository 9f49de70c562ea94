import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardExpressions } from '../../docs/dashboard.ts'
import { WEB } from '../../guests/addresses.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { household, openTokens } from './metrics.fixture.ts'

/** Metrics, scraped by a real Prometheus on a device of the household. */
const { home, story } = await openStage(household)
const { nas, phone, router } = home
await nas.join()
await phone.join()
await router.uplinkAddress()
const token = await (await openTokens(home))(['/metrics:r'])

/** Without a radio, a VPN peer and another program, these have no series. */
const ABSENT = /radio_|station_|vpn_|integration_/

/** The result of an expression, from Prometheus's HTTP API. */
const query = async (expression: string): Promise<readonly { readonly value: readonly [number, string] }[]> => {
  const body = ['--data-urlencode', `query=${expression}`]
  const text = await nas.namespace.run(['curl', '-sS', 'http://127.0.0.1:9090/api/v1/query', ...body])
  const { status, data, error } = JSON.parse(text)
  assert.equal(status, 'success', `${expression}: ${error}`)
  return data.result
}

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
