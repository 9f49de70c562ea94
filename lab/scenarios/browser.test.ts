import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { texts } from '../../web/texts.ts'
import { openBrowser } from '../browser.ts'
import { WEB } from '../guests/addresses.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'

const story = await openStories({ desk: { wired: true, unknown: true }, phone: { unknown: true } }, { unset: true })

const PASSWORD = 'a long enough password'
let browser: Browser | undefined
let page: Page
after(() => browser?.close())
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

story('the owner opens a router fresh from the box, answers its questions and signs in', async ({ desk, router }) => {
  await desk.join()
  browser = await openBrowser(desk)
  page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(10_000)
  await page.goto('http://192.168.2.1/')
  await field(texts.setup.password).fill(PASSWORD)
  await field(texts.setup.again).fill(PASSWORD)
  await page.getByRole('radio', { name: 'wan0' }).check()
  await page.getByRole('button', { name: texts.setup.submit }).click()
  await page.getByRole('heading', { name: texts.setup.done }).waitFor()
  router.login = `admin:${PASSWORD}`
  assert.equal((await router.ask({ path: '/setup' })).status, 400, 'it is set up')

  await page.goto('http://192.168.2.1/')
  await field(texts.login.user).fill('admin')
  await field(texts.login.password).fill('not the password')
  await page.getByRole('button', { name: texts.login.submit }).click()
  await page.getByText(texts.login.wrong).waitFor()
  await field(texts.login.password).fill(PASSWORD)
  await page.getByRole('button', { name: texts.login.submit }).click()
  await page.getByRole('heading', { name: texts.devices.title }).waitFor()
})

story('a new phone gets a passphrase, and shows up when it joins', async ({ phone }) => {
  await page.getByRole('link', { name: texts.devices.add }).first().click()
  await field(texts.add.name).fill('Ada')
  await page.getByRole('button', { name: texts.add.submit }).click()
  await page.getByText(texts.add.waiting('Ada')).waitFor()
  await phone.join()
  await page.getByText(texts.add.joined('Ada')).waitFor()
  await until('the way out', () => phone.reaches(WEB, 80))
})

story('what the owner switches off on the page is off on the wire', async ({ phone }) => {
  await page.getByRole('link', { name: texts.add.open }).click()
  const internet = page.getByRole('switch', { name: texts.policies.wan.title })
  await internet.uncheck({ force: true })
  await until('the internet to be closed', async () => !(await phone.reaches(WEB, 80)))
  await internet.check({ force: true })
  await until('the internet to be open', () => phone.reaches(WEB, 80))
})

story('the list follows the household by itself', async ({ phone }) => {
  await page.goto('http://192.168.2.1/')
  const row = page.getByRole('listitem').filter({ hasText: 'Ada' })
  await row.getByText(texts.devices.online, { exact: true }).waitFor()
  await phone.leave()
  await row.getByText(texts.devices.offline, { exact: true }).waitFor()
  await phone.join()
  await row.getByText(texts.devices.online, { exact: true }).waitFor()
})
