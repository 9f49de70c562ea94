import assert from 'node:assert/strict'
import { after } from 'node:test'
import { texts } from '../../../web/texts/de/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { noteRequests, openScreen } from '../../browser/loaded.ts'
import { put } from '../../browser/looks.ts'
import { overlapsOn } from '../../browser/overlaps.ts'
import { photographAll } from '../../browser/picture.ts'
import { everywhere } from '../../contract/everywhere.ts'
import { macOf } from '../../guests/device.ts'
import { until } from '../../process/until.ts'

/** No text of the app lies over another, and no control over a text: on every screen, on phones, in German, whose words are longer. */
const { story, page } = await openAppStories(
  {
    desk: { wired: true, unknown: true },
    laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
    phone: { Policies: ['wan', 'dns', 'lan'], Groups: ['family'], DeviceTags: ['cast'] },
    printer: { wired: true, Policies: [], listens: [9100] },
  },
  { mockRadio: true, secondUplink: true, minuteMs: 1000 },
)
const phone = macOf('phone')
const german = await (await page.context().browser()!.newContext({ locale: 'de-DE' })).newPage()
german.setDefaultTimeout(20_000)
noteRequests(german)
after(() => german.context().close())

/** A usual phone, and the narrowest that texts have to fit (WCAG 1.4.10). */
const PHONES = [
  { name: '390', width: 390, height: 844 },
  { name: '320', width: 320, height: 640 },
] as const

const TUNNEL = [
  '[Interface]',
  'PrivateKey = 6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4=',
  'Address = 10.64.0.2/32',
  '[Peer]',
  'PublicKey = HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=',
  'AllowedIPs = 0.0.0.0/0',
  'Endpoint = 203.0.113.99:51820',
].join('\n')
const LIST = 'http://lists.test/ads.txt'

story('the home gets rules, lists, a tunnel, and a clock that is wrong', async ({ router, phone }) => {
  await german.goto(`${ROUTER}/`)
  await german.getByRole('textbox', { name: texts.login.password, exact: true }).fill('open sesame')
  await german.getByRole('button', { name: texts.login.submit, exact: true }).click()
  await german.getByRole('heading', { name: texts.shell.start, exact: true }).waitFor()
  await router.api('/plugins/dns/block/blocklists', { URI: LIST, Enabled: true, Category: 'ads', Tags: ['cast'] })
  await router.api('/vpn/tunnels/oslo', { Config: TUNNEL })
  await router.api('/plugins/pfw/rules', {
    Name: 'Bedtime',
    When: { Groups: ['family'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '11:00' }] },
    Do: { Kind: 'block' },
  })
  await until('the list', async () => (await phone.resolves('tracker.ads.test')).length === 0)
  assert.ok(!(await phone.reaches('192.168.2.1', 9)))
  const health = (await router.api('/machine/health')) as object
  const lists = (await router.api('/plugins/dns/block/blocklists/status')) as object[]
  const failed = { State: 'failed', Acceptable: true, Error: 'has 1 entry, where there were 50000' }
  const answers = {
    '/machine/health': { ...health, Problems: ['clock'] },
    '/plugins/dns/block/blocklists/status': lists.map((one) => ({ ...one, ...failed })),
  }
  for (const [path, json] of Object.entries(answers))
    await german.route(`${ROUTER}${path}`, (route) => route.fulfill({ json }))
})

for (const [path, addresses] of everywhere(phone))
  story(`nothing overlaps: ${path}`, async () => {
    const found: string[] = []
    for (const address of addresses) {
      await put(german, { ...PHONES[0], colorScheme: 'light' })
      await openScreen(german, address)
      for (const look of PHONES) {
        await put(german, { ...look, colorScheme: 'light' })
        found.push(...(await overlapsOn(german)).map((one) => `${look.name} ${address}: ${one}`))
        await photographAll(german, `overlap${address.replaceAll(/\W+/g, '-')}-${look.name}`)
      }
    }
    assert.deepEqual(found, [])
  }, [/ 404$/])
