import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { backupTexts } from '../../../web/texts/machine/backup.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, SESSION_ENDED } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { WEB } from '../../guests/addresses.ts'
import { eraseState } from '../../guests/router.ts'
import { until } from '../../process/until.ts'

/** A router that has not been set up takes over the state of another one, from its backup. */
const data = '/run/taken-over'
const PASSPHRASE = 'four words that rhyme'
const PASSWORD = 'the password of the backup'
const { story, page, visit, signIn, field, button, heading, words } = await openAppStories(
  // One device, which has the same address before and after.
  { desk: { wired: true, Policies: ['wan', 'dns'] } },
  { data, password: PASSWORD },
)
const choose = () => page.getByLabel(backupTexts.bring.choose, { exact: true }).first()

/** The backup, as the owner has kept it on another machine. */
let kept = { name: '', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) }

story('a new router offers to restore a backup', async ({ desk, router }) => {
  const name = String(await router.api('/backup', { Passphrase: PASSPHRASE }))
  kept = { ...kept, name, buffer: readFileSync(join(data, 'backups', name)) }
  await router.kill()
  eraseState(data)
  await desk.leave()
  await router.start()
  await desk.join()
  assert.ok(!(await desk.reaches(WEB, 80)), 'a new computer may do nothing')
  await visit('/')
  await heading(setupTexts.title).waitFor()
  await button(setupTexts.restore.offer).click()
  await heading(setupTexts.restore.title).waitFor()
  for (const need of setupTexts.restore.needs) await words(need).waitFor()
  await inspect(page, 'setup-restore')
})

story(
  'a file that is no backup, and a wrong passphrase, are refused',
  async ({ router }) => {
    await choose().setInputFiles({ ...kept, name: 'photo.backup', buffer: Buffer.from('photo') })
    await words(backupTexts.bring.none).waitFor()
    await choose().setInputFiles(kept)
    await field(backupTexts.restore.passphrase).fill('another passphrase')
    await inspect(page, 'setup-restore-confirm')
    await button(backupTexts.restore.submit).click()
    await page
      .getByText(/passphrase/i)
      .last()
      .waitFor()
    assert.equal(
      (await router.ask({ method: 'GET', path: '/setup', login: undefined })).status,
      200,
      'still not set up',
    )
  },
  [/^PUT \/backup\/\S+\/restore 400$/],
)

story(
  'the restore brings back the password and the devices',
  async ({ desk, router }) => {
    await field(backupTexts.restore.passphrase).fill(PASSPHRASE)
    await button(backupTexts.restore.submit).click()
    await heading(backupTexts.restore.doneTitle).waitFor()
    await desk.leave()
    await desk.join()
    assert.ok(await desk.reaches(WEB, 80))
    await button(backupTexts.restore.signInNow).click()
    await until('the sign-in page', async () => (await heading(texts.login.title).count()) === 1)
    await signIn()
    await heading(texts.shell.start).waitFor()
    assert.equal((await router.ask({ method: 'GET', path: '/setup', login: undefined })).status, 400)
  },
  // The desk leaves the network while the page is open.
  [SESSION_ENDED, /net::ERR_|WebSocket connection to/],
)
