import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { multicastTexts } from '../../../web/texts/firewall/multicast.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { speedTexts } from '../../../web/texts/internet/speedtest.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { tlsTexts } from '../../../web/texts/machine/tls.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'

/** The router's certificate, speed and names in the app, with their effects in the household. */
const { story, page, enter, saved, field, button, link, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  phone: { Policies: ['wan', 'dns'] },
})

const tab = (name: string) => link(name).click()

story('a device with the certificate uses HTTPS', async ({ desk, dir }) => {
  await enter('/')
  await link(texts.shell.system).click()
  await heading(systemTexts.title).waitFor()
  await tab(systemTexts.tabs.certificate)
  await button(tlsTexts.enable).click()
  await words(tlsTexts.on).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link(tlsTexts.install.download).click()])
  assert.equal(download.suggestedFilename(), 'sallyport.crt')
  const ca = join(dir, 'router.crt')
  writeFileSync(ca, readFileSync(await download.path()))
  const secret = (...options: string[]) =>
    desk.try('curl', '-s', '-m', '3', ...options, 'https://192.168.2.1/admin/system')
  assert.equal((await secret('--cacert', ca)).code, 0)
  assert.notEqual((await secret()).code, 0)

  await button(tlsTexts.disable).click()
  await page.getByRole('dialog').getByRole('button', { name: tlsTexts.disable, exact: true }).click()
  await words(tlsTexts.off).waitFor()
  assert.notEqual((await secret('--cacert', ca)).code, 0)
})

story('the speed to the router is measured in both directions', async () => {
  await tab(systemTexts.tabs.speed)
  await button(speedTexts.own.start).first().click()
  await button(speedTexts.own.again).waitFor({ timeout: 40_000 })
  const measured = await page.getByRole('status').filter({ hasText: 'Done: ' }).textContent()
  assert.match(measured ?? '', /download [\d.,]+ [MG]bit\/s, upload [\d.,]+ [MG]bit\/s/)
}, [/^PUT \/speedtest\/0-65536 429$/])

story('the licenses of the libraries can be read', async ({ desk }) => {
  await tab(systemTexts.tabs.machine)
  for (const [name, library] of [
    [systemTexts.facts.licensesOf.app, '@mantine/core'],
    [systemTexts.facts.licensesOf.documentation, '@docusaurus/core'],
  ] as const) {
    const path = (await page.getByRole('definition').getByRole('link', { name }).getAttribute('href')) ?? ''
    const { stdout } = await desk.try('curl', '-s', '-m', '5', `http://192.168.2.1${path}`)
    assert.match(stdout, new RegExp(`^${library} [\\d.]+ \\(MIT\\)$`, 'm'))
  }
})

story('the host name is changed', async ({ router }) => {
  await tab(systemTexts.tabs.machine)
  const name = field(systemTexts.name.title)
  await name.fill('not a name')
  await words(systemTexts.name.rule).waitFor()
  await name.fill('fort')
  await name.press('Enter')
  await words(deviceTexts.saved).waitFor()
  assert.equal((await router.namespace.run(['hostname'])).trim(), 'fort')
})

story(
  'the router’s address at home is changed',
  async ({ phone }) => {
    const by = async (host: string) => {
      const options = ['-s', '-m', '3', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${host}`]
      return (await phone.try('curl', ...options, `${ROUTER}/status`)).stdout
    }
    assert.equal(await by('castle.local'), '421')
    const name = field(multicastTexts.name.title)
    await name.fill('not a name')
    await name.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await name.fill('castle')
    await saved(() => name.press('Enter'))
    assert.equal(await by('castle.local'), '401')
  },
  [/^PUT \/multicastSettings 400$/],
)
