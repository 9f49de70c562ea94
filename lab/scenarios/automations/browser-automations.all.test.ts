import assert from 'node:assert/strict'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { automationTexts as texts } from '../../../web/texts/messages/automations.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'

/** Automations in the app: from an example to a running script. */
const { story, page, enter, field, button, link, words, flip, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['dns'] },
})

const editor = () => page.getByRole('textbox', { name: texts.one.script, exact: true })

const look = (name: string): Promise<void> => inspect(page, name)

/** Replaces the text of the editor: types over it. */
async function write(text: string): Promise<void> {
  await editor().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press(text.charAt(0))
  await page.keyboard.insertText(text.slice(1))
}

let code = (_steps: number): string => ''

story('the owner starts with an example', async ({ router }) => {
  const { codes } = await router.registerCodes()
  code = (steps) => codes.generate({ timestamp: Date.now() + steps * 30_000 })
  await enter('/')
  await link(shared.shell.system).click()
  await link(systemTexts.tabs.automations).click()
  await words(texts.list.empty).waitFor()
  await look('automations-first')
  const declarations = page.waitForResponse((answer) => answer.url().endsWith('/automations_types'))
  await link(texts.list.add).click()
  // What the editor completes.
  await declarations
  await field(texts.one.example).selectOption('offline')
  await editor().getByText('device:offline').waitFor()
})

story('the editor completes topics, fields of the event and operations', async () => {
  await write("on('wifi:auth:s")
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: 'wifi:auth:success' }).click()
  await page.keyboard.type("', async (event) => {\nconsole.log(event.")
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: 'MAC' }).waitFor()
  await look('automations-completion')
  await page.keyboard.press('Escape')
  await page.keyboard.type('MAC, await api.devices.li')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: 'list' }).first().waitFor()
  await page.keyboard.press('Escape')
})

story(
  'a dry run shows what the script would have done, and the error of a wrong one its line',
  async ({ phone }) => {
    await field(texts.one.name).fill('phone watch')
    await field(texts.one.scopes).fill('/device')
    await write(`on('wifi:auth:success', async (event) => {
  notify('joined', event.MAC)
  console.log('permitting', event.MAC)
  await api.devices.update({ query: { identity: event.MAC }, body: { Policies: ['wan', 'dns'] } })
})
const broken = = 1`)
    await button(texts.one.try).click()
    await field(shared.login.code).fill(code(1))
    await button(shared.code.submit).click()
    await page.getByRole('alert').getByText('line 6: Expression expected').waitFor()
    await look('automations-wrong')
    await editor().press('Control+End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Delete')
    await button(texts.one.try).click()
    await words(texts.dry.runs(1, 0)).waitFor()
    await words(`joined: ${phone.mac}`).waitFor()
    await look('automations-dry')
  },
  [/dryrun 40[01]$/],
)

story('the script is added and runs when the phone joins', async ({ router, phone }) => {
  await button(texts.one.add).click()
  await page.getByRole('heading', { name: 'phone watch' }).waitFor()
  await phone.leave()
  await phone.join()
  await words(/^Last run .*wifi:auth:success$/).waitFor()
  await words(`permitting ${phone.mac}`).waitFor()
  const devices = (await router.api('/devices')) as Record<string, { Policies: string[] }>
  assert.deepEqual(devices[phone.mac]?.Policies, ['wan', 'dns'])
})

story('the automation can be disabled and deleted', async () => {
  await look('automations-log')
  await link(texts.back).click()
  await saved(() => flip(page.getByRole('switch', { name: texts.list.enabled('phone watch') })))
  await look('automations')
  await link(texts.list.editNamed('phone watch')).click()
  await button(texts.one.remove).click()
  await button(texts.one.removeConfirm).click()
  await words(texts.list.empty).waitFor()
}, [/phone%20watch(\/log)? 404$/])
