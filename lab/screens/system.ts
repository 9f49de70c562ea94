import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { accessTexts } from '../../web/texts/access.ts'
import { backupTexts } from '../../web/texts/backup.ts'
import { diagnosisTexts } from '../../web/texts/diagnosis.ts'
import { integrationTexts } from '../../web/texts/integrations.ts'
import { notifyTexts } from '../../web/texts/notify.ts'
import { speedTexts } from '../../web/texts/speed.ts'
import { systemTexts } from '../../web/texts/system.ts'
import { tlsTexts } from '../../web/texts/tls.ts'
import { texts } from '../../web/texts.ts'
import { WEB } from '../guests/addresses.ts'
import type { Home } from '../home/home.ts'

type Shoot = (page: Page, screen: string) => Promise<void>

/** The router itself: access, maintenance and diagnosis. */
export async function walkSystem(page: Page, home: Home, origin: string, shoot: Shoot): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const said = (words: string | RegExp) => page.getByText(words, { exact: true }).first()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const tab = (name: string) => page.getByRole('link', { name, exact: true }).click()

  await page.goto(`${origin}/admin/system`)
  await said(systemTexts.time.agrees).waitFor()
  await shoot(page, 'system')

  await tab(systemTexts.tabs.access)
  await button(accessTexts.otp.begin).waitFor()
  await shoot(page, 'access-first')
  await button(accessTexts.otp.begin).click()
  await page.getByRole('img', { name: accessTexts.otp.qrLabel }).waitFor()
  await shoot(page, 'access-seed')
  const seed = ((await page.locator('output').textContent()) ?? '').replace(/\s/g, '')
  const code = (steps: number) => new TOTP({ secret: seed }).generate({ timestamp: Date.now() + steps * 30_000 })
  await field(accessTexts.otp.confirm).fill(code(-1))
  await button(accessTexts.otp.finish).click()
  await said(accessTexts.otp.done).waitFor()
  await button(accessTexts.password.change).click()
  await field(accessTexts.password.current).waitFor()
  await button(accessTexts.tokens.make).click()
  await field(accessTexts.tokens.name).fill('Home Assistant')
  await button(accessTexts.tokens.submit).click()
  await said(accessTexts.tokens.nothing).waitFor()
  await shoot(page, 'access')
  await page.getByRole('combobox', { name: accessTexts.tokens.areas.devices, exact: true }).selectOption('write')
  await button(accessTexts.tokens.submit).click()
  await said(accessTexts.tokens.made('Home Assistant')).waitFor()
  await shoot(page, 'access-token')
  await page.reload()
  await button(accessTexts.tokens.show).click()
  await field(texts.login.code).waitFor()
  await shoot(page, 'access-code')
  await field(texts.login.code).fill(code(0))
  await button(texts.code.submit).click()
  await button(accessTexts.tokens.remove('Home Assistant')).click()
  await said(accessTexts.tokens.removeTitle('Home Assistant')).waitFor()
  await shoot(page, 'access-remove')
  await page.keyboard.press('Escape')

  await tab(systemTexts.tabs.backup)
  await said(backupTexts.list.empty).waitFor()
  await shoot(page, 'backup-first')
  await button(backupTexts.make.submit).click()
  await said(backupTexts.make.done).waitFor()
  await shoot(page, 'backup')
  await button(backupTexts.list.restore).first().click()
  await said(backupTexts.restore.title).waitFor()
  await shoot(page, 'backup-restore')
  await page.keyboard.press('Escape')

  await tab(systemTexts.tabs.certificate)
  await button(tlsTexts.enable).waitFor()
  await shoot(page, 'certificate-off')
  await button(tlsTexts.enable).click()
  await said(tlsTexts.on).waitFor()
  await shoot(page, 'certificate')

  await tab(systemTexts.tabs.notifications)
  await said(notifyTexts.targets.empty).waitFor()
  await shoot(page, 'notifications-first')
  await page.getByRole('link', { name: notifyTexts.targets.add, exact: true }).click()
  await field(notifyTexts.email.host).fill('mail.nowhere.test')
  await field(notifyTexts.email.from).fill('router@example.org')
  await field(notifyTexts.email.to).fill('ada@example.org')
  await button(texts.test.send).click()
  await said(texts.test.atField).waitFor()
  await shoot(page, 'notifications-wrong')
  await button(notifyTexts.one.add).click()
  await said('ada@example.org').waitFor()
  await shoot(page, 'notifications')

  await tab(systemTexts.tabs.integrations)
  const mqtt = part(integrationTexts.mqtt.title)
  await mqtt.getByRole('switch').first().check()
  await button(integrationTexts.metrics.create).click()
  await page.getByRole('textbox', { name: integrationTexts.metrics.config }).waitFor()
  await shoot(page, 'integrations')

  await tab(systemTexts.tabs.speed)
  await button(speedTexts.own.start).first().waitFor()
  await shoot(page, 'speed-first')
  await field(speedTexts.source.url).fill(`http://${WEB}/large`)
  await button(speedTexts.source.save).click()
  const internet = part(speedTexts.internet.title)
  await internet.getByRole('button', { name: speedTexts.internet.start, exact: true }).click()
  await button(speedTexts.internet.again).waitFor({ timeout: 20_000 })
  await button(speedTexts.own.start).first().click()
  await part(speedTexts.own.title)
    .getByRole('button', { name: speedTexts.own.again, exact: true })
    .waitFor({ timeout: 40_000 })
  await shoot(page, 'speed')

  await tab(systemTexts.tabs.diagnosis)
  const explain = part(diagnosisTexts.explain.title)
  await explain.waitFor()
  await shoot(page, 'diagnosis-first')
  await explain.getByRole('combobox', { name: diagnosisTexts.explain.from, exact: true }).fill('tv')
  await explain.getByRole('combobox', { name: diagnosisTexts.explain.to, exact: true }).fill('printer')
  await explain.getByRole('button', { name: diagnosisTexts.explain.submit, exact: true }).click()
  await said(diagnosisTexts.explain.blocked).waitFor()
  const ping = part(diagnosisTexts.ping.title)
  const address = (await home.devices.get('phone')?.address()) ?? ''
  await ping.getByRole('combobox', { name: diagnosisTexts.ping.address, exact: true }).fill(address)
  await ping.getByRole('button', { name: diagnosisTexts.ping.submit, exact: true }).click()
  await ping.getByText(/^4 of 4 responses/).waitFor()
  const owner = part(diagnosisTexts.owner.title)
  await owner.getByRole('combobox').fill('8.8.8.8')
  await owner.getByRole('button', { name: diagnosisTexts.owner.submit, exact: true }).click()
  await owner.getByRole('listitem').first().waitFor()
  await button(diagnosisTexts.admitted.submit).click()
  await part(diagnosisTexts.admitted.title).getByRole('listitem').first().waitFor()
  const capture = part(diagnosisTexts.capture.title)
  await capture.getByRole('button', { name: diagnosisTexts.capture.submit, exact: true }).click()
  await capture.getByRole('button', { name: diagnosisTexts.capture.stop, exact: true }).waitFor()
  await shoot(page, 'diagnosis')
  await capture.getByRole('button', { name: diagnosisTexts.capture.stop, exact: true }).click()
}
