import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Download } from 'playwright-core'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { backupTexts } from '../../../web/texts/machine/backup.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, SESSION_ENDED } from '../../browser/app.ts'

/** Backups in the app: one is made, downloaded and restored. */
const { story, page, visit, signIn, field, button, link, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  phone: { Policies: ['wan', 'dns'] },
})

let totp: TOTP
const PASSPHRASE = 'four words that rhyme'
/** A file of a backup that was made before one-time codes were set up. */
let withoutCodes = ''

const tab = (name: string) => link(name).click()
/** A code is taken once, and one step around now is taken. */
const code = () => totp.generate()

async function downloaded(act: () => Promise<unknown>): Promise<{ name: string; file: string }> {
  const [download] = (await Promise.all([page.waitForEvent('download'), act()])) as [Download, unknown]
  return { name: download.suggestedFilename(), file: await download.path() }
}

/** Delete the only backup on the router. */
async function removeBackup(): Promise<void> {
  await button(backupTexts.list.remove).click()
  await page.getByRole('dialog').getByRole('button', { name: backupTexts.list.remove, exact: true }).click()
  await words(backupTexts.list.empty).waitFor()
}

/** Signs in, and opens System. */
async function signInHere(): Promise<void> {
  await signIn()
  await link(texts.shell.system).click()
  await heading(systemTexts.title).waitFor()
}

story(
  'the owner makes a backup, then sets up one-time codes, and only a right one counts',
  async ({ router }) => {
    await visit('/')
    await signInHere()
    await tab(systemTexts.tabs.backup)
    await words(backupTexts.make.locks.passphrase).click()
    await field(backupTexts.make.passphrase).fill(PASSPHRASE)
    await button(backupTexts.make.submit).click()
    await words(backupTexts.make.done).waitFor()
    await button(backupTexts.key.show).click()
    await link(texts.code.setUp).click()
    await button(accessTexts.otp.begin).click()
    await page.getByRole('img', { name: accessTexts.otp.qrLabel }).waitFor()
    const seed = ((await page.locator('output').textContent()) ?? '').replace(/\s/g, '')
    totp = new TOTP({ secret: seed })
    await field(accessTexts.otp.confirm).fill(code() === '000000' ? '111111' : '000000')
    await button(accessTexts.otp.finish).click()
    await page.getByRole('alert').first().waitFor()
    await field(accessTexts.otp.confirm).fill(code())
    await button(accessTexts.otp.finish).click()
    await words(accessTexts.otp.done).waitFor()
    assert.deepEqual(await router.api('/otp_status?name=admin'), {
      State: 'registered',
      AlwaysOn: false,
      Confirmed: true,
    })
    assert.ok(!(await page.content()).includes(seed), 'the seed is still on the page')
  },
  [/^PUT \/otp_validate 400$/, /^GET \/backup\/key 40[01]$/],
)

story('a backup is downloaded, and holds nothing that can be read without the passphrase', async (home) => {
  const { phone } = home
  await tab(systemTexts.tabs.backup)
  const first = await downloaded(() => button(backupTexts.list.download).click())
  withoutCodes = join(home.dir, 'renamed.backup')
  writeFileSync(withoutCodes, readFileSync(first.file))
  await removeBackup()
  await words(backupTexts.make.locks.passphrase).click()
  await field(backupTexts.make.passphrase).fill(PASSPHRASE)
  await button(backupTexts.make.submit).click()
  await words(backupTexts.make.done).waitFor()
  const kept = await downloaded(() => button(backupTexts.list.download).click())
  assert.match(kept.name, /^sallyport-v.+\.backup$/)
  const again = await downloaded(() => button(backupTexts.make.download).click())
  assert.equal(again.name, kept.name)
  assert.ok(!readFileSync(kept.file, 'utf8').includes(phone.mac))

  await removeBackup()
  assert.ok(await phone.fetch('http://www.test/'))
  await home.configure(phone, { Policies: [] })
  assert.equal(await phone.fetch('http://www.test/'), undefined)
})

story(
  'a backup from before one-time codes is restored with the right passphrase, and leaves the codes as they are',
  async ({ phone, router, dir }) => {
    const choose = page.getByLabel(backupTexts.bring.choose, { exact: true }).first()
    const other = join(dir, 'letter.backup')
    writeFileSync(other, 'Dear router')
    await choose.setInputFiles(other)
    await words(backupTexts.bring.none).waitFor()
    await choose.setInputFiles(withoutCodes)
    await field(backupTexts.restore.passphrase).fill('something else')
    await button(backupTexts.restore.submit).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    assert.equal(await phone.fetch('http://www.test/'), undefined)
    await field(backupTexts.restore.passphrase).fill(PASSPHRASE)
    assert.ok(!(await page.getByRole('switch', { name: backupTexts.restore.signIn.label }).isChecked()))
    await words(backupTexts.restore.signIn.hint).waitFor()
    await button(backupTexts.restore.submit).click()
    await words(backupTexts.restore.doneHint.keep).waitFor()
    const notice = page.getByRole('dialog').getByRole('status')
    assert.equal(await notice.textContent(), 'The archive has no one-time codes; those of this router were kept.')
    assert.partialDeepStrictEqual(await router.api('/otp_status?name=admin'), { Confirmed: true })
    assert.ok(await phone.fetch('http://www.test/'))
    await button(backupTexts.restore.signInNow).click()
    await signInHere()
  },
  [/^PUT \/backup\/[^/]+\/restore 400$/, SESSION_ENDED],
)
