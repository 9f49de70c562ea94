import assert from 'node:assert/strict'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { dyndnsTexts as texts } from '../../../web/texts/internet/dyndns.ts'
import { linkTexts as links } from '../../../web/texts/internet/links.ts'
import { openAppStories } from '../../browser/app.ts'
import { photograph } from '../../browser/picture.ts'
import { until } from '../../process/until.ts'

const { story, page, enter } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
})
const card = () => page.getByRole('region', { name: texts.title, exact: true })
const field = (label: string) => card().getByLabel(label, { exact: true })

async function look(name: string): Promise<void> {
  await card().scrollIntoViewIfNeeded()
  await photograph(page, `dyndns-${name}`)
}

story('dynamic DNS is set up, its failure is shown in words, and the password is masked', async ({ router }) => {
  await enter('/admin/links', links.title)
  await field(texts.provider).selectOption('dyndns2')
  await field(texts.server).fill('nowhere.test')
  await field(texts.domain).fill('example.org')
  await field(texts.names).fill('home @')
  await field(texts.user).fill('ada')
  await card().getByRole('textbox', { name: texts.password, exact: true }).fill('open-sesame')
  await card().getByRole('button', { name: links.save, exact: true }).click()
  await card()
    .getByText(/home\.example\.org: the name nowhere\.test cannot be resolved/)
    .waitFor()
  await until(
    'the failed state',
    async () => (await card().getByText(texts.states.failed, { exact: true }).count()) > 0,
  )
  const { password, domains } = (await router.api('/plugins/dyndns/config')) as { password: string; domains: unknown }
  assert.equal(password, '**')
  assert.deepEqual(domains, [{ domain_name: 'example.org', sub_domains: ['home', '@'] }])
  await look('desktop')
  await page.setViewportSize({ width: 390, height: 844 })
  await look('phone')
  await page.setViewportSize({ width: 1280, height: 800 })
})

story('what is typed while the form is being saved stays', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/plugins/dyndns/config', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await field(texts.names).fill('office')
  const sent = page.waitForResponse((response) => response.request().method() === 'PUT')
  await card().getByRole('button', { name: links.save, exact: true }).click()
  await field(texts.user).fill('grace')
  release()
  assert.equal((await sent).status(), 200)
  await card().getByRole('status').filter({ hasText: deviceTexts.saved }).waitFor()
  assert.deepEqual([await field(texts.user).inputValue(), await field(texts.names).inputValue()], ['grace', 'office'])
  await page.unrouteAll()
  await card().getByRole('button', { name: links.cancel, exact: true }).click()
})

story('a field that is refused shows why', async () => {
  await field(texts.domain).fill('not a domain')
  await card().getByRole('button', { name: links.save, exact: true }).click()
  await card().getByText(/must/).first().waitFor()
}, [/^PUT \/plugins\/dyndns\/config 400$/])
