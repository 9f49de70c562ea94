import assert from 'node:assert/strict'
import { multicastTexts } from '../../../web/texts/firewall/multicast.ts'
import { openAppStories } from '../../browser/app.ts'
import { listen, say } from '../../probes/group-listener.ts'
import { until } from '../../process/until.ts'

const notify = (name: string): string => `NOTIFY * HTTP/1.1\r\nUSN: uuid:${name}\r\n\r\n`

const { story, page, enter, flip, saved, field } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns', 'lan'] },
  tv: { Policies: ['dns'] },
})

story(
  'announcements are forwarded while forwarding is enabled',
  async ({ phone, tv }) => {
    await enter('/admin/links')
    const finding = page.getByRole('region', { name: multicastTexts.title, exact: true })
    const usual = multicastTexts.known['239.255.255.250:1900'] ?? ''
    const [ear] = await listen('239.255.255.250:1900', phone)
    await say(tv, '239.255.255.250:1900', notify('here is the television'))
    await ear?.received(notify('here is the television'))
    await saved(() => flip(finding.getByRole('switch', { name: multicastTexts.use(usual), exact: true })))
    await say(tv, '239.255.255.250:1900', notify('not forwarded'))

    await finding.getByText(multicastTexts.more, { exact: true }).click()
    await field(multicastTexts.address).fill('192.0.2.1:5000')
    await finding.getByRole('button', { name: multicastTexts.add, exact: true }).click()
    await finding.getByRole('alert').first().waitFor()
    await field(multicastTexts.address).fill('239.1.2.3:5000')
    await field(multicastTexts.description).fill('Baby monitor')
    await finding.getByRole('button', { name: multicastTexts.add, exact: true }).click()
    await finding.getByText('Baby monitor', { exact: true }).waitFor()
    await finding.getByRole('alert').first().waitFor({ state: 'detached' })
    const [other] = await listen('239.1.2.3:5000', phone)
    await until('the new group to be passed on', async () => {
      await say(tv, '239.1.2.3:5000', 'all is well')
      return other?.hasReceived('all is well') ?? false
    })
    assert.ok(!ear?.hasReceived(notify('not forwarded')))
  },
  [/^PUT \/multicastSettings 400$/],
)
