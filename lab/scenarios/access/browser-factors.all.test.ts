import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'

const words = accessTexts.recovery
const ACCESS = '/admin/system/access'
const { story, page, enter, field, heading, button } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
})

const look = (name: string): Promise<void> => inspect(page, `factors-${name}`)

const signOut = () => page.context().clearCookies()
let codes: string[] = []
let totp: TOTP

story('setting up one-time codes shows ten recovery codes, to copy or download', async () => {
  await enter(ACCESS)
  await button(accessTexts.otp.begin).click()
  await page.getByRole('img', { name: accessTexts.otp.qrLabel }).waitFor()
  totp = new TOTP({ secret: ((await page.locator('output').textContent()) ?? '').replace(/\s/g, '') })
  await field(accessTexts.otp.confirm).fill(totp.generate())
  await button(accessTexts.otp.finish).click()
  const list = page.getByRole('list', { name: words.title, exact: true })
  await list.waitFor()
  codes = await list.getByRole('listitem').allTextContents()
  assert.equal(codes.length, 10)
  await look('new')
  const download = page.waitForEvent('download')
  await button(words.download).click()
  const saved = readFileSync(await (await download).path(), 'utf8')
  assert.deepEqual(saved.trim().split('\n').slice(-10), codes)
  await button(words.done).click()
  await page.getByText(words.left(10), { exact: true }).waitFor()
  assert.ok(!(await page.content()).includes(codes[0]!), 'the codes are shown once')
  await look('left')
})

story('an action that needs a code takes a recovery code once', async () => {
  await page.reload()
  await button(accessTexts.tokens.show).click()
  const dialog = page.getByRole('dialog', { name: texts.code.title, exact: true })
  await dialog.getByRole('button', { name: texts.login.useRecovery, exact: true }).click()
  await look('dialog')
  await field(texts.login.recovery).fill(codes[0]!)
  await dialog.getByRole('button', { name: texts.code.submit, exact: true }).click()
  await page.getByText(accessTexts.tokens.empty, { exact: true }).waitFor()
  await page.reload()
  await page.getByText(words.left(9), { exact: true }).waitFor()
}, [/^GET \/tokens 401$/])

story('with a code at every sign-in, a recovery code signs in, and a used one does not', async () => {
  await page.getByRole('switch', { name: accessTexts.otp.always }).click()
  const dialog = page.getByRole('dialog', { name: accessTexts.otp.always, exact: true })
  await dialog.getByRole('button', { name: texts.login.useRecovery, exact: true }).click()
  await field(texts.login.recovery).fill(codes[1]!.replaceAll('-', ' ').toUpperCase())
  await dialog.getByRole('button', { name: accessTexts.otp.goOn, exact: true }).click()
  await page.getByText(words.left(8), { exact: true }).waitFor()
  await signOut()
  await page.evaluate('localStorage.clear()')
  await enter(ACCESS)
  await button(texts.login.useRecovery).click()
  await look('sign-in')
  await field(texts.login.recovery).fill(codes[1]!)
  await button(texts.login.submit).click()
  await page.getByText(/is no recovery code, or was used already/).waitFor()
  await field(texts.login.recovery).fill(codes[2]!)
  await button(texts.login.submit).click()
  await page.getByText(words.left(7), { exact: true }).waitFor()
}, [/^PUT \/otp_validate 400$/, /^PUT \/session\/cookie (0|302|401)$/, /^WebSocket/, /401$/])

story('new codes replace the earlier ones', async () => {
  await page.reload()
  await button(words.again).click()
  const dialog = page.getByRole('dialog', { name: words.again, exact: true })
  await dialog.getByRole('button', { name: words.makeConfirm, exact: true }).click()
  const question = page.getByRole('dialog', { name: texts.code.title, exact: true })
  await question.getByRole('button', { name: texts.login.useRecovery, exact: true }).click()
  await field(texts.login.recovery).fill(codes[3]!)
  await question.getByRole('button', { name: texts.code.submit, exact: true }).click()
  const list = page.getByRole('list', { name: words.title, exact: true })
  await list.waitFor()
  const next = await list.getByRole('listitem').allTextContents()
  assert.equal(next.length, 10)
  assert.ok(next.every((code) => !codes.includes(code)))
  await heading(accessTexts.sessions.title).waitFor()
}, [/^PUT \/otp_recovery 401$/])
