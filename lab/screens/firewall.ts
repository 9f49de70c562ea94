import { firewallTexts as texts } from '../../web/texts/firewall/firewall.ts'
import { WEB } from '../guests/addresses.ts'
import type { Walk } from './stage.ts'

const { kinds, form, preview } = texts

/** The rules, empty and in use; the form of every kind with what it would change; deleting one. */
export const walkFirewall: Walk = async (page, home, origin, shoot) => {
  const field = (name: string) =>
    page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const row = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  const status = (words: string | RegExp) => page.getByRole('status').getByText(words).first()
  const visit = (part: string) => page.goto(`${origin}/admin/firewall${part}`)
  const begin = async (kind: keyof typeof kinds): Promise<void> => {
    await visit(`/${kind}`)
    await heading(kinds[kind].one).waitFor()
  }

  await visit('')
  await page.getByText(kinds.forward.none).waitFor()
  await shoot(page, 'firewall-first')

  const devices = home.devices
  for (const port of [22, 80, 9100]) await devices.get('phone')?.reaches(devices.get('printer') ?? '', port)
  await devices.get('camera')?.reaches(WEB, 80)
  await visit('/drops')
  await heading('phone').waitFor()
  await shoot(page, 'firewall-drops')

  await begin('forward')
  await shoot(page, 'firewall-forward-blank')
  await field('External port').fill('8009-9000')
  await field('Device').fill('nobody at all')
  await field('External port').focus()
  await page.getByText(/^Device is not the name/).waitFor()
  await shoot(page, 'firewall-forward-complaint')
  await field('External port').fill('8080')
  await field('Device').fill('printer')
  await field('Port on the device').fill('9100')
  await status(/can reach printer/).waitFor()
  await shoot(page, 'firewall-forward')

  await begin('endpoint')
  await field('Name').fill('printing')
  await page.getByRole('combobox', { name: 'Tags' }).fill('cast')
  await page.keyboard.press('Enter')
  await field('Address').fill('printer')
  await field('Port').fill('9100')
  await status(/can reach printer/).waitFor()
  await shoot(page, 'firewall-endpoint')

  await begin('block')
  await field('From').fill('192.168.2.250')
  await field('To').fill('0.0.0.0/0')
  await status(preview.nothing).waitFor()
  await shoot(page, 'firewall-block')
  await begin('block_forward')
  await field('From').fill('phone')
  await field('To').fill('0.0.0.0/0')
  await status(/can no longer reach/).waitFor()
  await shoot(page, 'firewall-block-forward')
  await begin('block_output')
  await field('To').fill('203.0.113.0/24')
  await status(/./).waitFor()
  await shoot(page, 'firewall-block-output')
  await begin('service_port')
  await field('Port').fill('8443')
  await status(/can reach the router/).waitFor()
  await shoot(page, 'firewall-service-port')
  await begin('multicast')
  await field('Port').fill('5355')
  await status(/./).waitFor()
  await shoot(page, 'firewall-multicast')
  await begin('custom_interface')
  await field('Interface').fill('docker0')
  await field('Network').fill('172.18.0.0/16')
  await status(/./).waitFor()
  await shoot(page, 'firewall-custom-interface')

  const printer = await home.devices.get('printer')?.address()
  const phone = await home.devices.get('phone')?.address()
  const add = (kind: string, rule: object) => home.router.api(`/firewall/${kind}`, rule)
  await add('forward', { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8080', DstIP: printer, DstPort: '9100' })
  const gone = { RuleName: 'old server', Disabled: true, Description: 'until it is repaired' }
  await add('forward', {
    ...gone,
    Protocol: 'udp',
    SrcIP: '0.0.0.0/0',
    SrcPort: '5000-5010',
    DstIP: '192.168.2.250',
    DstPort: '5000-5010',
  })
  await add('endpoint', { RuleName: 'printing', Protocol: 'tcp', IP: printer, Port: '9100', Tags: ['cast'] })
  await add('endpoint', { RuleName: 'scan', Protocol: 'tcp', IP: printer, Port: '80', Tags: ['scanner'] })
  await add('block', { Protocol: 'tcp', SrcIP: '192.168.2.250', DstIP: '0.0.0.0/0' })
  await add('block_forward', { Protocol: 'tcp', SrcIP: phone, DstIP: '203.0.113.0/24', DstPort: '443' })
  await visit('')
  await row('is forwarded to printer').first().waitFor()
  await shoot(page, 'firewall')

  await row('is forwarded to printer').getByRole('link').click()
  await heading(kinds.forward.edit).first().waitFor()
  await shoot(page, 'firewall-rule')
  await button(form.remove).click()
  await heading(form.removeTitle).waitFor()
  await status(/can no longer reach/).waitFor()
  await shoot(page, 'firewall-delete')
  await button(form.removeConfirm).click()
  await page.getByText(form.removed).waitFor()
  await shoot(page, 'firewall-deleted')
  await visit('/forward?rule=nothing')
  await heading(texts.missing).waitFor()
  await shoot(page, 'firewall-missing')
}
