import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { remoteTexts } from '../../../web/texts/machine/backup/remote.ts'
import { backupTexts } from '../../../web/texts/machine/backup.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { startSftp } from '../../guests/stores.ts'

const { story, page, enter, field, button, link, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  nas: { wired: true, Policies: ['dns'] },
})
const FILES = '/run/nas-copies'

story('the owner sets up daily backups on a server with SFTP, and makes one', async ({ nas, router }) => {
  await enter('/')
  await link(texts.shell.system).click()
  await link(systemTexts.tabs.backup).click()
  await words(backupTexts.list.empty).waitFor()
  await page.getByRole('switch', { name: remoteTexts.enabled }).check()
  await button(remoteTexts.showKey).click()
  const key = (await page.getByLabel(remoteTexts.publicKey, { exact: true }).textContent()) ?? ''
  assert.match(key, /^ssh-ed25519 \S+ sallyport$/)
  mkdirSync(FILES, { recursive: true })
  await using _sshd = await startSftp(nas.namespace, '/run/nas-sshd', [key])
  await field(remoteTexts.host).fill(String(await nas.address()))
  await field(remoteTexts.port).fill('2222')
  await field(remoteTexts.folder).fill('/nowhere')
  await field(remoteTexts.user).fill('root')
  await button(texts.test.send).click()
  await words(remoteTexts.newHostKey.title).waitFor()
  await inspect(page, 'backup-hostkey')
  const { stdout: shown } = await nas.namespace.outcome(['ssh-keygen', '-l', '-f', '/run/nas-sshd/host_key.pub'])
  const [, pinned = ''] = shown.split(' ')
  await words(pinned).waitFor()
  await button(remoteTexts.newHostKey.accept).click()
  await page.locator('[aria-invalid=true]').and(field(remoteTexts.folder)).waitFor()
  assert.equal(await field(remoteTexts.folder).getAttribute('aria-invalid'), 'true')
  await field(remoteTexts.folder).fill(FILES)
  await button(texts.test.send).click()
  await words('A test file was stored and deleted.').waitFor()
  assert.equal(await field(remoteTexts.hostKey).inputValue(), pinned)
  await button(remoteTexts.save).click()
  await button(remoteTexts.run).click()
  await words(/^Last backup stored /).waitFor()
  assert.equal(readdirSync(FILES).length, 1)
  const saved = (await router.api('/backup/remote')) as { HostKey: string; Enabled: boolean; Every: string }
  assert.deepEqual([saved.HostKey, saved.Enabled, saved.Every], [pinned, true, 'day'])
  await inspect(page)
})

story('a backup that fails is on the first screen', async () => {
  await button(remoteTexts.run).click()
  await words(/^The last backup failed\. /).waitFor()
  await link(texts.shell.start).click()
  const needs = page.getByRole('region', { name: homeTexts.attention.title })
  await needs.getByText(homeTexts.attention.backup).waitFor()
  await inspect(page, 'home-backup-failed')
  await needs.getByRole('link', { name: homeTexts.attention.backup }).click()
  await button(remoteTexts.run).waitFor()
})
