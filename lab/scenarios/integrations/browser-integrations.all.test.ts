import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { integrationTexts as texts } from '../../../web/texts/messages/integrations.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { BROKER_LOGIN, type Broker, openBroker, SECURE_BROKER_PORT } from '../../guests/broker.ts'
import { certify } from '../../home/authority.ts'
import { until } from '../../process/until.ts'

/** Connections to other programs in the app, with a real MQTT broker in the household. */
const { story, page, enter, field, button, link, words, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  nas: { wired: true, Policies: ['dns'] },
})
const NAME = 'nas.lan'
let broker: Broker

const card = (name: string) => page.getByRole('region', { name, exact: true })
const mqtt = {
  card: () => card(texts.mqtt.title),
  field: (name: string) => card(texts.mqtt.title).getByLabel(name, { exact: true }),
  turn: (name: string) =>
    card(texts.mqtt.title).getByRole('switch', { name: new RegExp(`^${name.replace(/[()]/g, '.')}`) }),
  button: (name: string) => card(texts.mqtt.title).getByRole('button', { name, exact: true }),
  words: (text: string | RegExp) => card(texts.mqtt.title).getByText(text),
}

const look = (name: string): Promise<void> => inspect(page, name)

story('a wrong setting of the broker is shown at its field', async ({ nas, authority, dir, router }) => {
  const made = await certify(join(dir, 'authority'), NAME)
  broker = await openBroker(nas.namespace, { ca: authority.ca, ...made })
  await enter('/')
  await link(shared.shell.system).click()
  await link(systemTexts.tabs.integrations).click()
  await mqtt.card().waitFor()
  await look('integrations-first')
  await mqtt.turn(texts.enabled).check()
  await mqtt.field(texts.host).fill('nowhere.lan')
  await mqtt.button(shared.test.send).click()
  await mqtt.words(shared.test.atField).waitFor()
  assert.equal(await mqtt.field(texts.host).getAttribute('aria-invalid'), 'true')
  await mqtt.words(/nowhere\.lan/).waitFor()
  await mqtt.field(texts.host).fill(NAME)
  await mqtt.field(texts.user).fill(BROKER_LOGIN.Username)
  await mqtt.card().getByRole('textbox', { name: texts.password, exact: true }).fill('wrong')
  await mqtt.button(shared.test.send).click()
  await mqtt.words(shared.test.atField).waitFor()
  assert.equal(await mqtt.field(texts.user).getAttribute('aria-invalid'), 'true')
  await look('integrations-wrong')
  assert.equal(((await router.api('/integrations/mqtt')) as { Enabled: boolean }).Enabled, false)
})

story(
  'with the right settings it is tested, saved and connected, and the password is not shown',
  async ({ router }) => {
    await mqtt.turn(texts.tls).check()
    assert.equal(await mqtt.field(texts.port).inputValue(), String(SECURE_BROKER_PORT))
    await mqtt.card().getByRole('textbox', { name: texts.password, exact: true }).fill(BROKER_LOGIN.Password)
    await mqtt.button(shared.test.send).click()
    await mqtt.words(/accepted a message/).waitFor()
    assert.equal(broker.last('sallyport/test') === undefined, false)
    await mqtt.button(texts.save).click()
    await mqtt.words(/^Connected to /).waitFor()
    await until('the state at the broker', () => broker.last('sallyport/status') === 'online')
    await page.reload()
    await mqtt.words(/^Connected to /).waitFor()
    await mqtt.words(shared.secret.kept).waitFor()
    assert.equal(await mqtt.card().getByRole('textbox', { name: texts.password, exact: true }).inputValue(), '')
    const { Password } = (await router.api('/integrations/mqtt')) as { Password: string }
    assert.equal(Password, '**')
    await look('integrations')
  },
)

story('a change keeps the saved password, and a broker that stops is reported', async () => {
  await mqtt.turn(texts.mqtt.control).check()
  await mqtt.button(texts.save).click()
  await mqtt.card().getByText(deviceTexts.saved, { exact: true }).waitFor()
  await mqtt.words(/^Connected to /).waitFor()
  await broker.stop()
  await mqtt.card().locator('[data-state="failed"]').waitFor({ timeout: 30_000 })
  await look('integrations-failed')
  await mqtt.turn(texts.enabled).uncheck()
  await saved(() => mqtt.button(texts.save).click())
  await mqtt.field(texts.host).waitFor({ state: 'detached' })
})

story(
  'one step makes a token that may only read metrics, and the configuration that uses it',
  async ({ router, nas, dir }) => {
    const { codes } = await router.registerCodes()
    const code = (steps: number) => codes.generate({ timestamp: Date.now() + steps * 30_000 })
    // The change of the codes has ended the session.
    await enter('/admin/system/integrations')
    await card(texts.metrics.title).getByRole('button', { name: texts.metrics.create, exact: true }).click()
    await field(shared.login.code).fill(code(1))
    await button(shared.code.submit).click()
    const config = field(texts.metrics.config)
    await config.waitFor()
    const text = await config.inputValue()
    const token = /credentials: (\S+)/.exec(text)?.[1] ?? ''
    assert.match(text, /targets: \['192\.168\.2\.1'\]/)
    await look('integrations-metrics')
    writeFileSync(join(dir, 'prometheus.yml'), text)
    await nas.run('promtool', 'check', 'config', join(dir, 'prometheus.yml'))
    const status = async (path: string) =>
      (
        await nas.try(
          ...['curl', '-s', '-m', '3', '-o', '/dev/null', '-w', '%{http_code}'],
          ...['-H', `Authorization: Bearer ${token}`, `http://192.168.2.1${path}`],
        )
      ).stdout
    assert.equal(await status('/devices'), '401')
    assert.equal(await status('/metrics'), '200')
    await button(texts.metrics.done).click()
    await config.waitFor({ state: 'detached' })
    await words(texts.metrics.hint).waitFor()
  },
  [/^PUT \/tokens 401$/, /^GET \S+ 401$/],
)
