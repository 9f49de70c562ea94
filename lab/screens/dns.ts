import type { Page } from 'playwright-core'
import { dnsTexts } from '../../web/texts/dns/dns.ts'
import { texts } from '../../web/texts.ts'
import { RESOLVER } from '../guests/addresses.ts'
import type { Home } from '../home/home.ts'

type Shoot = (page: Page, screen: string) => Promise<void>

/** Block lists, own rules, the log and the rest of DNS, empty and in use. Devices must be there, and a session. */
export async function walkDns(page: Page, home: Home, origin: string, shoot: Shoot): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const said = (words: string | RegExp) => page.getByText(words).first()
  const visit = (part: string) => page.goto(`${origin}/admin/dns${part}`)
  const block = '/plugins/dns/block'

  const UpstreamProviders = [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }]
  await home.router.api('/dnsSettings', { UpstreamProviders })
  await visit('')
  await said(dnsTexts.list.empty).waitFor()
  await shoot(page, 'dns-lists-first')
  const lists = [
    { URI: 'http://lists.test/ads.txt', Category: 'ads' },
    { URI: 'http://lists.test/domains.txt', Tags: ['kids'], DontBlock: true },
    { URI: 'http://lists.test/nothing' },
  ]
  for (const list of lists) await home.router.api(`${block}/blocklists`, { Enabled: true, ...list })
  await visit('')
  await said(/the server answered 404/).waitFor()
  await field(dnsTexts.list.address).fill('nowhere')
  await button(dnsTexts.add).last().click()
  await page.getByRole('alert').last().waitFor()
  await shoot(page, 'dns-lists')
  await button(dnsTexts.pause.button).click()
  await page.getByRole('menuitem').first().waitFor()
  await shoot(page, 'dns-pause')
  await page.keyboard.press('Escape')
  await button(dnsTexts.list.edit('ads.txt (lists.test)')).click()
  await page.getByRole('heading', { name: dnsTexts.list.editTitle }).waitFor()
  await shoot(page, 'dns-list-edit')
  await button(dnsTexts.cancel).last().click()
  await button(dnsTexts.list.remove('ads.txt (lists.test)')).click()
  await page.getByRole('heading', { name: dnsTexts.list.removeTitle('ads.txt (lists.test)') }).waitFor()
  await shoot(page, 'dns-list-remove')
  await page.keyboard.press('Escape')

  await visit('/rules')
  await field(dnsTexts.rule.domain).waitFor()
  await shoot(page, 'dns-rules-first')
  const [phone, laptop] = [home.devices.get('phone'), home.devices.get('laptop') ?? home.devices.get('tv')]
  const overrides = [
    { Type: 'block', Domain: 'games.example', Tags: ['kids'] },
    { Type: 'permit', Domain: 'metrics.test', ClientIP: await phone?.address() },
    { Type: 'permit', Domain: 'nas.example', ResultIP: '192.168.2.77', Expiration: 3600 },
  ]
  for (const override of overrides) await home.router.api(`${block}/override`, override)
  await home.router.api(`${block}/overrideList/Homework`, { Enabled: false, Tags: ['kids'] })
  await home.router.api(`${block}/override/Homework`, { Type: 'block', Domain: '.' })
  await visit('/rules')
  await said('games.example is blocked').waitFor()
  await field(dnsTexts.rule.domain).fill('not a name')
  await page.getByRole('combobox', { name: dnsTexts.rule.who }).click()
  await page.getByRole('option', { name: dnsTexts.everyone, exact: true }).click()
  await button(dnsTexts.rule.submit.block).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'dns-rules')

  for (const device of [phone, laptop])
    for (const name of ['www.test', 'tracker.ads.test', 'nowhere.test', 'mail.test']) await device?.resolves(name)
  await visit('/log')
  await said(dnsTexts.line.outcomes.blocked).waitFor()
  await said('tracker.ads.test').waitFor()
  await shoot(page, 'dns-log')
  await button(dnsTexts.line.more('tracker.ads.test')).first().click()
  await page.getByRole('menuitem').first().waitFor()
  await shoot(page, 'dns-log-more')
  await page.keyboard.press('Escape')
  await page.getByText(dnsTexts.line.allowFor(dnsTexts.everyoneWithin), { exact: true }).first().click()
  await button(texts.shell.undo).waitFor()
  await shoot(page, 'dns-log-allowed')
  await visit('/log?words=nobody')
  await said(dnsTexts.line.noMatch).waitFor()
  await shoot(page, 'dns-log-no-match')

  await visit('/top')
  await page.getByRole('listitem').filter({ hasText: 'www.test' }).first().waitFor()
  await shoot(page, 'dns-top')
  await visit('/check?name=tracker.ads.test')
  await page.getByRole('heading', { name: /^tracker/ }).waitFor()
  await shoot(page, 'dns-check')
  await visit('/names')
  await said(dnsTexts.host.empty).waitFor()
  await shoot(page, 'dns-names-first')
  await home.router.api('/dns/hostnames/nas', { IPAddress: await phone?.address() })
  await visit('/names')
  await said('nas.lan').waitFor()
  await field(dnsTexts.host.name).fill('two words')
  await button(dnsTexts.add).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'dns-names')
  await visit('/settings')
  await said(dnsTexts.keep.title).waitFor()
  await shoot(page, 'dns-settings')
  await button(dnsTexts.ask.another).last().click()
  await button(dnsTexts.save).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'dns-settings-complaint')
}
