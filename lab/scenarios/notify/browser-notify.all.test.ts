import assert from 'node:assert/strict'
import { authorityTexts } from '../../../web/texts/authority.ts'
import { dialogTexts } from '../../../web/texts/dialog.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { notifyTexts as texts } from '../../../web/texts/messages/notify.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'

/** Where alerts are sent, in the app, with a receiver in the household. */
const { story, page, enter, field, button, link, heading, words, row } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  nas: { wired: true, Policies: ['dns'] },
})

const HOOK = `require('node:http').createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  console.log(request.headers['x-sallyport-signature'] ? 'signed' : 'unsigned', text)
  response.end()
}).listen(8080, () => console.log('ready'))`

const look = (name: string): Promise<void> => inspect(page, name)

story('without HTTPS, the app explains why this device cannot get alerts', async () => {
  await enter('/')
  await link(shared.shell.system).click()
  await link(systemTexts.tabs.notifications).click()
  await words(texts.device.insecure).waitFor()
  await words(texts.targets.empty).waitFor()
  await look('notify-first')
  await link(texts.device.setUpHttps).click()
  await page.waitForURL(`${ROUTER}/admin/system/certificate`)
})

story('a wrong host is explained at its field, before anything is saved', async ({ router }) => {
  await link(systemTexts.tabs.notifications).click()
  await link(texts.targets.add).click()
  await heading(texts.one.new).waitFor()
  await field(texts.email.host).fill('mail.nowhere.test')
  await field(texts.email.from).fill('router@example.org')
  await field(texts.email.to).fill('ada@example.org')
  await button(shared.test.send).click()
  await words(shared.test.atField).waitFor()
  const host = field(texts.email.host)
  assert.equal(await host.getAttribute('aria-invalid'), 'true')
  assert.ok(await host.evaluate((element) => element === element.ownerDocument.activeElement))
  const error = await page
    .locator(`[id="${(await host.getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`)
    .textContent()
  assert.match(error ?? '', /mail\.nowhere\.test cannot be resolved/)
  await look('notify-wrong')
  assert.deepEqual(await router.api('/notify/targets'), [])
  await host.fill('192.168.2.1')
  assert.equal(await host.getAttribute('aria-invalid'), null)
})

story('a webhook is tested and added, and gets signed alerts', async ({ nas, router }) => {
  const receiver = nas.namespace.start([process.execPath, '-e', HOOK])
  await receiver.line('ready')
  const ip = (await nas.run('hostname', '-I')).trim().split(' ')[0]
  await page.getByRole('radio', { name: new RegExp(`^${texts.kinds.webhook}`) }).check()
  await field(texts.one.name).fill('Home server')
  await field(texts.webhook.url).fill(`http://${ip}:8080/alerts`)
  await field(texts.webhook.secret).fill('open sesame')
  await button(shared.test.send).click()
  await receiver.line('signed')
  await page.getByRole('switch', { name: texts.when.quiet }).check()
  await look('notify-webhook')
  await button(texts.one.add).click()
  await row('Home server').waitFor()
  const [target] = (await router.api('/notify/targets')) as { Webhook: unknown; QuietHours: unknown }[]
  assert.deepEqual(target?.Webhook, { URL: `http://${ip}:8080/alerts`, Secret: '**', Authority: '' })
  assert.deepEqual(target?.QuietHours, { From: '22:00', To: '07:00', ExceptDanger: true })

  await row('Home server')
    .getByRole('button', { name: texts.targets.test('Home server'), exact: true })
    .click()
  await row('Home server')
    .getByText(/delivered/i)
    .waitFor()
  await look('notify')
})

story(
  'a certificate authority that is not PEM is refused at its field',
  async ({ router }) => {
    await link(texts.targets.add).click()
    await page.getByRole('radio', { name: new RegExp(`^${texts.kinds.webhook}`) }).check()
    await field(texts.webhook.url).fill('https://nas.nowhere.test/alerts')
    await page.getByText(texts.one.advanced, { exact: true }).click()
    await field(authorityTexts.label).fill('no certificate')
    await button(texts.one.add).click()
    await page.locator('[aria-invalid=true]').waitFor()
    assert.equal(await field(authorityTexts.label).getAttribute('aria-invalid'), 'true')
    assert.equal(((await router.api('/notify/targets')) as unknown[]).length, 1)
    await link(texts.back).click()
    await button(dialogTexts.discard).click()
    await row('Home server').waitFor()
  },
  [/^PUT \/notify\/targets 400$/],
)

story('a saved secret is not shown, and stays when other fields change', async ({ router }) => {
  await link(texts.targets.edit('Home server')).click()
  await heading('Home server').waitFor()
  assert.equal(await field(texts.webhook.secret).inputValue(), '')
  await words(shared.secret.kept).waitFor()
  await field(texts.one.name).fill('NAS')
  await look('notify-edit')
  await button(texts.one.save).click()
  await heading('NAS').waitFor()
  await button(shared.test.send).click()
  await page
    .getByText(/delivered/i)
    .first()
    .waitFor()
  const [target] = (await router.api('/notify/targets')) as { Name: string; Webhook: { Secret: string } }[]
  assert.deepEqual([target?.Name, target?.Webhook.Secret], ['NAS', '**'])
})

story('a destination that fails is marked in the list, and is deleted', async ({ router }) => {
  await field(texts.webhook.url).fill('http://nowhere.test/alerts')
  await field(texts.webhook.secret).fill('another')
  await button(texts.one.save).click()
  await words(deviceTexts.saved).waitFor()
  await button(shared.test.send).click()
  await page
    .getByText(/nowhere\.test cannot be resolved/)
    .first()
    .waitFor()
  await link(texts.back).click()
  await row('NAS')
    .getByText(/^Failed: /)
    .waitFor()
  await look('notify-failed')
  await link(texts.targets.edit('NAS')).click()
  await button(texts.one.remove).click()
  await button(texts.one.removeConfirm).click()
  await words(texts.targets.empty).waitFor()
  assert.deepEqual(await router.api('/notify/targets'), [])
})
